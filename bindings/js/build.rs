//! Exports the stack pointer, which `js/failure.ts` puts back after a trap.
fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rustc-link-arg-cdylib=--export=__stack_pointer");
}
