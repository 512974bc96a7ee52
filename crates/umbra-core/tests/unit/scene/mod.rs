//! Tests of what no user sees.

mod restore;
mod seams;
mod snapshot;
