//! Building blocks of games: characters, vehicles, ropes, soft bodies, ragdolls, outlines,
//! predictions.
mod build;
mod car;
mod character;
mod outlines;
mod predict;
mod ragdoll;
mod settings;
mod soft;
mod top_down;

/// Hands out the names of all tables, each with its title.
pub fn tables(mut line: impl FnMut(&str, Vec<&str>)) {
    fn names<F>(table: &'static [(&'static str, F)]) -> Vec<&'static str> {
        table.iter().map(|(name, _)| *name).collect()
    }
    line("character", names(character::SETTINGS));
    line("characterGet", names(character::GETTERS));
    line("characterSet", names(character::SETTERS));
    line("characterInput", names(character::INPUT));
    line("controls", names(car::CONTROLS));
    line("axle", names(car::AXLE));
    line("car", names(car::SETTINGS));
    line("tyre", names(top_down::TYRE));
    line("topDownCar", names(top_down::SETTINGS));
    line("change", names(predict::CHANGES));
    line("predict", names(predict::PREDICT));
    line("rope", names(settings::ROPE));
    line("bridge", names(settings::BRIDGE));
    line("cloth", names(settings::CLOTH));
    line("soft", names(settings::SOFT));
    line("ragdoll", names(settings::RAGDOLL));
    line("drive", names(ragdoll::DRIVE));
    line("outlines", names(outlines::SETTINGS));
}
