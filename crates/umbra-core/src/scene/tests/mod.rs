//! Tests of what no user sees.

mod seams;
mod snapshot;
