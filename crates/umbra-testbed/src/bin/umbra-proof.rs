//! The first screen of the gallery: in a browser, functions that compute and draw a scene; on the
//! command line, the result.

#[cfg(target_arch = "wasm32")]
fn main() {
    // A page without these functions says by itself that nothing was computed.
    let _ = umbra_testbed::web_proof::publish();
}

#[cfg(not(target_arch = "wasm32"))]
#[allow(clippy::print_stdout, reason = "for the person at the command line")]
fn main() -> Result<std::process::ExitCode, String> {
    let mut proof = umbra_testbed::proof::Proof::new()?;
    proof.step(u32::MAX)?;
    println!("{}", proof.status());
    Ok(match proof.is_proven() {
        true => std::process::ExitCode::SUCCESS,
        false => std::process::ExitCode::FAILURE,
    })
}
