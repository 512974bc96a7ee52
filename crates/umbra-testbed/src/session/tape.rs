//! Tape: commands given by hand, as the text of a link, and back: the same commands before the same
//! steps.
//!
//! Numbers are kept with all their bits, or a replay would come to other ones. The bytes are
//! written with the letters of URLs, six bits each.

use umbra::prelude::*;

use super::{Command, Spawn, Target};
use crate::knobs::{self, KNOBS};

/// More bytes than these are not put into a link.
const MOST: usize = 24_000;
/// The digits of six bits.
const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

/// The text of commands, as far as it can carry them: up to the first edit of the inspector, and up
/// to a length. `own` is the configuration that the scene has by itself.
pub fn write(commands: &[(u32, Command)], own: &SceneConfig) -> String {
    let mut bytes = vec![];
    let mut last = 0;
    for (index, (step, command)) in commands.iter().enumerate() {
        // Of several places in one step, the last one counts.
        let is_drag =
            |at: usize| matches!(commands.get(at), Some((it, Command::Drag(_))) if it == step);
        if is_drag(index) && is_drag(index + 1) {
            continue;
        }
        let length = bytes.len();
        put_count(&mut bytes, u64::from(step - last));
        let is_carried = put_command(&mut bytes, command, own);
        if !is_carried || bytes.len() > MOST {
            bytes.truncate(length);
            break;
        }
        last = *step;
    }
    letters(&bytes)
}

/// The commands of a text.
///
/// # Errors
/// A sentence, when it is not a text of commands.
pub fn read(text: &str, own: &SceneConfig) -> Result<Vec<(u32, Command)>, String> {
    let bad = || "`hands` is no record of hands".to_owned();
    let bytes = bytes(text).ok_or_else(bad)?;
    let (mut rest, mut step, mut commands) = (&bytes[..], 0_u32, vec![]);
    while !rest.is_empty() {
        let passed = take_count(&mut rest).and_then(|it| u32::try_from(it).ok()).ok_or_else(bad)?;
        step = step.checked_add(passed).ok_or_else(bad)?;
        commands.push((step, take_command(&mut rest, own).ok_or_else(bad)?));
    }
    Ok(commands)
}

fn bits_of(key: impl slotmap::Key) -> u64 {
    key.data().as_ffi()
}

fn key_of<K: slotmap::Key>(bits: u64) -> K {
    slotmap::KeyData::from_ffi(bits).into()
}

fn put_command(bytes: &mut Vec<u8>, command: &Command, own: &SceneConfig) -> bool {
    match command {
        Command::Grab { body, at, strength } => {
            bytes.push(0);
            put_count(bytes, bits_of(*body));
            put_reals(bytes, &[at.x, at.y, *strength]);
        }
        Command::Drag(to) => {
            bytes.push(1);
            put_reals(bytes, &[to.x, to.y]);
        }
        Command::Release => bytes.push(2),
        Command::Bomb { at, radius, speed } => {
            bytes.push(3);
            put_reals(bytes, &[at.x, at.y, *radius, *speed]);
        }
        Command::Remove(target) => {
            let (kind, key) = match target {
                Target::Body(key) => (0, bits_of(*key)),
                Target::Collider(key) => (1, bits_of(*key)),
                Target::Joint(key) => (2, bits_of(*key)),
            };
            bytes.extend([4, kind]);
            put_count(bytes, key);
        }
        Command::Pin { body, at } => {
            bytes.push(5);
            put_count(bytes, bits_of(*body));
            put_reals(bytes, &[at.x, at.y]);
        }
        Command::Rate(rate) => {
            bytes.push(6);
            put_reals(bytes, &[*rate]);
        }
        Command::Spawn { what, at, velocity } => {
            bytes.push(7);
            put_reals(bytes, &[at.x, at.y, velocity.x, velocity.y]);
            put_spawn(bytes, what);
        }
        Command::Configure(config) => {
            bytes.push(8);
            let text = knobs::text(own, config);
            put_count(bytes, text.len() as u64);
            bytes.extend(text.bytes());
        }
        Command::Press(controls) => bytes.extend([9, controls.bits()]),
        Command::Edit(_) => return false,
    }
    true
}

fn take_command(rest: &mut &[u8], own: &SceneConfig) -> Option<Command> {
    Some(match take_byte(rest)? {
        0 => {
            let body = key_of(take_count(rest)?);
            let [x, y, strength] = take_reals(rest)?;
            Command::Grab { body, at: Point::new(x, y), strength }
        }
        1 => Command::Drag(Point::from(take_reals::<2>(rest)?)),
        2 => Command::Release,
        3 => {
            let [x, y, radius, speed] = take_reals(rest)?;
            Command::Bomb { at: Point::new(x, y), radius, speed }
        }
        4 => {
            let (kind, key) = (take_byte(rest)?, take_count(rest)?);
            Command::Remove(match kind {
                0 => Target::Body(key_of(key)),
                1 => Target::Collider(key_of(key)),
                2 => Target::Joint(key_of(key)),
                _ => return None,
            })
        }
        5 => {
            let body = key_of(take_count(rest)?);
            Command::Pin { body, at: Point::from(take_reals::<2>(rest)?) }
        }
        6 => Command::Rate(take_reals::<1>(rest)?[0]),
        7 => {
            let [x, y, u, v] = take_reals(rest)?;
            let (at, velocity) = (Point::new(x, y), Vector::new(u, v));
            Command::Spawn { what: take_spawn(rest)?, at, velocity }
        }
        8 => {
            let length = usize::try_from(take_count(rest)?).ok()?;
            let (text, after) = rest.split_at_checked(length)?;
            *rest = after;
            let mut config = *own;
            set(&mut config, core::str::from_utf8(text).ok()?)?;
            Command::Configure(config)
        }
        9 => Command::Press(umbra_scenes::Controls::from_bits(take_byte(rest)?)),
        _ => return None,
    })
}

/// Sets the knobs that a text names. A choice comes before what belongs to it.
fn set(config: &mut SceneConfig, text: &str) -> Option<()> {
    for part in text.split('&').filter(|part| !part.is_empty()) {
        let (name, value) = part.split_once('=')?;
        let knob = KNOBS.iter().find(|knob| knob.name == name)?;
        knob.set_text(config, value).ok()?;
    }
    config.validate().ok()
}

fn put_spawn(bytes: &mut Vec<u8>, what: &Spawn) {
    match what {
        Spawn::Circle { size } => {
            bytes.push(0);
            put_reals(bytes, &[*size]);
        }
        Spawn::Box { size } => {
            bytes.push(1);
            put_reals(bytes, &[*size]);
        }
        Spawn::Capsule { size } => {
            bytes.push(2);
            put_reals(bytes, &[*size]);
        }
        Spawn::Polygon { size, corners } => {
            bytes.extend([3, *corners]);
            put_reals(bytes, &[*size]);
        }
        Spawn::Ragdoll => bytes.push(4),
        Spawn::Outline(points) => {
            bytes.push(5);
            put_count(bytes, points.len() as u64);
            points.iter().for_each(|point| put_reals(bytes, &[point.x, point.y]));
        }
    }
}

fn take_spawn(rest: &mut &[u8]) -> Option<Spawn> {
    Some(match take_byte(rest)? {
        0 => Spawn::Circle { size: take_reals::<1>(rest)?[0] },
        1 => Spawn::Box { size: take_reals::<1>(rest)?[0] },
        2 => Spawn::Capsule { size: take_reals::<1>(rest)?[0] },
        3 => {
            let corners = take_byte(rest)?;
            let [size] = take_reals(rest)?;
            Spawn::Polygon { size, corners: corners.clamp(3, 8) }
        }
        4 => Spawn::Ragdoll,
        5 => {
            let count = take_count(rest)?;
            let points = (0..count).map(|_| take_reals::<2>(rest).map(Point::from));
            Spawn::Outline(points.collect::<Option<_>>()?)
        }
        _ => return None,
    })
}

fn put_count(bytes: &mut Vec<u8>, mut count: u64) {
    while count >= 0x80 {
        bytes.push(count as u8 | 0x80);
        count >>= 7;
    }
    bytes.push(count as u8);
}

fn take_count(rest: &mut &[u8]) -> Option<u64> {
    let mut count = 0;
    for shift in (0..64).step_by(7) {
        let byte = take_byte(rest)?;
        count |= u64::from(byte & 0x7f) << shift;
        if byte < 0x80 {
            return Some(count);
        }
    }
    None
}

fn put_reals(bytes: &mut Vec<u8>, numbers: &[Real]) {
    numbers.iter().for_each(|number| bytes.extend(number.to_le_bytes()));
}

fn take_reals<const N: usize>(rest: &mut &[u8]) -> Option<[Real; N]> {
    let mut numbers = [0.0; N];
    for number in &mut numbers {
        let (bytes, after) = rest.split_first_chunk()?;
        (*number, *rest) = (Real::from_le_bytes(*bytes), after);
    }
    Some(numbers)
}

fn take_byte(rest: &mut &[u8]) -> Option<u8> {
    let (byte, after) = rest.split_first()?;
    *rest = after;
    Some(*byte)
}

fn letters(bytes: &[u8]) -> String {
    let group = |chunk: &[u8]| {
        let bits = chunk.iter().fold(0_u32, |bits, byte| bits << 8 | u32::from(*byte));
        let bits = bits << (8 * (3 - chunk.len()));
        (0..=chunk.len())
            .map(move |index| char::from(DIGITS[(bits >> (18 - 6 * index) & 63) as usize]))
            .collect::<String>()
    };
    bytes.chunks(3).map(group).collect()
}

fn bytes(text: &str) -> Option<Vec<u8>> {
    let mut bytes = vec![];
    for group in text.as_bytes().chunks(4) {
        let mut bits = 0_u32;
        for letter in group {
            bits = bits << 6 | DIGITS.iter().position(|digit| digit == letter)? as u32;
        }
        let count = group.len().checked_sub(1).filter(|count| *count > 0)?;
        bits <<= 6 * (4 - group.len());
        bytes.extend((0..count).map(|index| (bits >> (16 - 8 * index)) as u8));
    }
    Some(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::session::Session;

    fn all(session: &Session) -> Vec<(u32, Command)> {
        let body = session.world().roles().marked.unwrap();
        let at = Point::new(0.1, -7.3e-5);
        let collider = session.scene().colliders().next().unwrap();
        let mut config = *session.original_config();
        config.solver.substeps = 9;
        config.gravity.y = -0.1;
        let outline = [[0.0, 0.0], [1.0, 0.0], [0.3, 1.7]].map(Point::from).to_vec();
        let spawns = [
            Spawn::Circle { size: 0.3 },
            Spawn::Box { size: 0.4 },
            Spawn::Capsule { size: 0.5 },
            Spawn::Polygon { size: 0.6, corners: 7 },
            Spawn::Ragdoll,
            Spawn::Outline(outline),
        ];
        let spawn = |what| Command::Spawn { what, at, velocity: Vector::new(1.0, -2.5) };
        let mut commands = vec![
            (0, Command::Configure(config)),
            (3, Command::Grab { body, at, strength: 100.0 }),
            (3, Command::Drag(at)),
            (300, Command::Release),
            (70_000, Command::Bomb { at, radius: 6.0, speed: 20.0 }),
            (70_000, Command::Pin { body, at }),
            (70_001, Command::Rate(120.0)),
            (70_002, Command::Remove(Target::Collider(collider))),
            (70_003, Command::Remove(Target::Body(body))),
            (70_004, Command::Press(umbra_scenes::Controls::from_bits(5))),
        ];
        commands.extend(spawns.map(|what| (80_000, spawn(what))));
        commands
    }

    #[test]
    fn all_commands_come_back() {
        let session = Session::new(umbra_scenes::find("hello").unwrap()).unwrap();
        let (commands, own) = (all(&session), session.original_config());
        let text = write(&commands, own);
        assert!(text.bytes().all(|letter| DIGITS.contains(&letter)));
        assert_eq!(read(&text, own).unwrap(), commands);
        // Every length of the last group of letters.
        for count in 0..commands.len() {
            let some = &commands[..count];
            assert_eq!(read(&write(some, own), own).unwrap(), some);
        }
    }

    #[test]
    fn what_is_no_text_of_commands_is_refused() {
        let session = Session::new(umbra_scenes::find("hello").unwrap()).unwrap();
        let own = session.original_config();
        let text = write(&all(&session), own);
        for bad in ["A", "!!!!", "AP8A", "////", &text[..text.len() - 3]] {
            assert!(read(bad, own).is_err(), "{bad}");
        }
        // Whatever the letters are, nothing ends the program.
        for at in 0..text.len() {
            for letter in ["A", "_", "7"] {
                let mut changed = text.clone();
                changed.replace_range(at..=at, letter);
                let _ = read(&changed, own);
            }
        }
    }

    #[test]
    fn a_text_ends_before_what_it_cannot_carry() {
        let session = Session::new(umbra_scenes::find("hello").unwrap()).unwrap();
        let own = session.original_config();
        let drags = |step| (step, Command::Drag(Point::new(step as Real, 0.0)));
        let long: Vec<_> = (0..10_000).map(drags).collect();
        let carried = read(&write(&long, own), own).unwrap();
        assert!(carried.len() > 1000 && carried[..] == long[..carried.len()]);
        let twice = [drags(4), drags(4), drags(5)];
        assert_eq!(read(&write(&twice, own), own).unwrap(), twice[1..]);
    }
}
