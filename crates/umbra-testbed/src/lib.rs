//! The testbed: see Umbra's scenes, drag them, tune them, in a window or in a browser.
pub mod canvas;
pub mod experiment;
pub mod hands;
pub mod session;
