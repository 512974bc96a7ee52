//! Presses, drags, clicks, wheels and fingers.

use super::*;
use crate::session::Session;
use egui::{pos2, vec2};

/// A point of the screen is a centimetre.
const LENGTH: Real = 0.01;

/// A scene with a ball at (0, 10), and hands.
struct Desk {
    session: Session,
    hands: Hands,
    selected: Option<Target>,
}

impl Desk {
    fn new(tool: Tool) -> Self {
        let session = Session::new(umbra_scenes::find("hello").unwrap()).unwrap();
        Self { session, hands: Hands { tool, ..Hands::default() }, selected: None }
    }

    fn at(&mut self, point: [Real; 2], pressed: bool, down: bool) -> Vec<Action> {
        let point = Point::from(point);
        let on_screen = pos2(point.x / LENGTH, -point.y / LENGTH);
        let at = Some((on_screen, point));
        let pointer =
            Pointer { at, pressed, down, zoom: 1.0, point_length: LENGTH, ..Pointer::default() };
        self.hands.update(&pointer, self.session.scene(), self.selected)
    }

    /// Presses at the first point, moves through the others, and lets go at the last.
    fn drag(&mut self, points: &[[Real; 2]]) -> Vec<Action> {
        let mut actions = self.at(points[0], true, true);
        for point in points {
            actions.extend(self.at(*point, false, true));
        }
        actions.extend(self.at(points[points.len() - 1], false, false));
        actions
    }

    fn ball(&self) -> BodyKey {
        self.session.scene().bodies().last().unwrap()
    }
}

#[test]
fn a_drag_on_a_body_carries_it_and_one_beside_it_moves_the_picture() {
    let mut desk = Desk::new(Tool::Hand);
    let (body, at) = (desk.ball(), Point::new(0.1, 10.0));
    let actions = desk.drag(&[[0.1, 10.0], [1.0, 11.0], [1.0, 11.0], [2.0, 12.0]]);
    let commands = [
        Command::Grab { body, at, strength: 100.0 },
        Command::Drag(Point::new(1.0, 11.0)),
        Command::Drag(Point::new(2.0, 12.0)),
        Command::Release,
    ];
    assert_eq!(actions, commands.map(Action::Do));
    assert!(!desk.hands.is_busy());
    let actions = desk.drag(&[[5.0, 5.0], [6.0, 5.0], [6.5, 5.0]]);
    let moved: Vec2 = actions
        .iter()
        .map(|action| if let Action::Pan(by) = action { *by } else { Vec2::NAN })
        .fold(Vec2::ZERO, |sum, by| sum + by);
    assert!((moved - vec2(150.0, 0.0)).length() < 0.01, "{actions:?}");
}

#[test]
fn clicks_select_a_body_then_its_collider_then_nothing() {
    let mut desk = Desk::new(Tool::Hand);
    let body = desk.ball();
    let collider = desk.session.scene().body(body).unwrap().colliders().next().unwrap();
    assert_eq!(desk.drag(&[[0.0, 10.0]]), [Action::Select(Some(Target::Body(body)))]);
    desk.selected = Some(Target::Body(body));
    assert_eq!(desk.drag(&[[0.0, 10.0]]), [Action::Select(Some(Target::Collider(collider)))]);
    assert_eq!(desk.drag(&[[5.0, 5.0]]), [Action::Select(None)]);
}

#[test]
fn joints_are_selected_by_their_anchors() {
    let session = Session::new(umbra_scenes::find("newtons_cradle").unwrap()).unwrap();
    let scene = session.scene();
    let joint = scene.joints().last().unwrap();
    let anchor = scene.joint(joint).unwrap().anchor_a();
    let near = anchor + Vector::new(0.03, 0.02);
    assert_eq!(pick(scene, near, LENGTH, None), Some(Target::Joint(joint)));
}

#[test]
fn every_tool_does_what_it_says() {
    let at = Point::new(0.0, 10.0);
    for tool in Tool::all() {
        let mut desk = Desk::new(tool.clone());
        let body = desk.ball();
        let velocity = Vector::zeros();
        let expected = match tool.clone() {
            Tool::Hand => Action::Select(Some(Target::Body(body))),
            Tool::Spawn(what) => Action::Do(Command::Spawn { what, at, velocity }),
            Tool::Draw => continue,
            Tool::Bomb => Action::Do(Command::Bomb { at, radius: 6.0, speed: 20.0 }),
            Tool::Remove => Action::Do(Command::Remove(Target::Body(body))),
            Tool::Pin => Action::Do(Command::Pin { body, at }),
        };
        let actions = desk.drag(&[[0.0, 10.0]]);
        assert_eq!(actions, [expected], "{}", tool.name());
        for action in actions {
            if let Action::Do(command) = action {
                desk.session.command(command).unwrap();
            }
        }
        desk.session.step().unwrap();
    }
}

#[test]
fn what_is_spawned_with_a_drag_is_thrown() {
    let mut desk = Desk::new(Tool::Spawn(Spawn::Box { size: 0.5 }));
    let actions = desk.drag(&[[4.0, 4.0], [5.0, 4.5]]);
    let (what, at) = (Spawn::Box { size: 0.5 }, Point::new(4.0, 4.0));
    let velocity = Vector::new(4.0, 2.0);
    assert_eq!(actions, [Action::Do(Command::Spawn { what, at, velocity })]);
}

#[test]
fn a_drawn_outline_becomes_a_body_and_a_line_does_not() {
    let mut desk = Desk::new(Tool::Draw);
    let actions = desk.drag(&[[4.0, 4.0], [6.0, 4.0], [6.0, 6.0], [4.0, 6.0], [4.0, 4.0]]);
    let [Action::Do(command @ Command::Spawn { what: Spawn::Outline(_), .. })] = &actions[..]
    else {
        panic!("{actions:?}")
    };
    desk.session.command(command.clone()).unwrap();
    let body = desk.session.scene().body(desk.ball()).unwrap();
    assert!((body.mass() - 4.0).abs() < 0.01, "{}", body.mass());
    let actions = desk.drag(&[[4.0, 4.0], [6.0, 4.0]]);
    assert!(matches!(actions[..], [Action::Complain(_)]), "{actions:?}");
}

#[test]
fn two_fingers_pinch_and_let_go_of_what_one_carried() {
    let mut desk = Desk::new(Tool::Hand);
    desk.at([0.1, 10.0], true, true);
    desk.at([1.0, 11.0], false, true);
    let at = Some((pos2(50.0, 50.0), Point::new(0.5, -0.5)));
    let pinch = Some((vec2(3.0, 0.0), 1.2));
    let pointer =
        Pointer { at, down: true, pinch, zoom: 1.0, point_length: LENGTH, ..Pointer::default() };
    let actions = desk.hands.update(&pointer, desk.session.scene(), None);
    let expected = [
        Action::Do(Command::Release),
        Action::Pan(vec2(3.0, 0.0)),
        Action::Zoom(1.2, pos2(50.0, 50.0)),
    ];
    assert_eq!(actions, expected);
    // The finger that stays does not go on dragging, nor does it click.
    assert_eq!(desk.at([2.0, 11.0], false, true), []);
    assert_eq!(desk.at([2.0, 11.0], false, false), []);
}

#[test]
fn the_wheel_zooms_at_the_pointer_and_other_buttons_pan() {
    let mut desk = Desk::new(Tool::Bomb);
    let at = Some((pos2(10.0, 20.0), Point::origin()));
    let pointer = Pointer { at, zoom: 1.1, pan: vec2(0.0, 4.0), ..Pointer::default() };
    let actions = desk.hands.update(&pointer, desk.session.scene(), None);
    assert_eq!(actions, [Action::Pan(vec2(0.0, 4.0)), Action::Zoom(1.1, pos2(10.0, 20.0))]);
}

#[test]
fn a_click_selects_a_sensor_where_nothing_solid_is() {
    let mut scene = Scene::new(SceneConfig::default()).unwrap();
    let place =
        |scene: &mut Scene, collider| umbra_scenes::place(scene, Body::fixed(), collider).unwrap();
    let zone = place(&mut scene, Collider::cuboid(3.0, 3.0).sensor(true));
    let block = place(&mut scene, Collider::cuboid(1.0, 1.0));
    let [beside, inside] = [2.0, 0.5].map(|x| Point::new(x, 0.0));
    assert_eq!(pick(&scene, beside, LENGTH, None), Some(Target::Body(zone)));
    assert_eq!(pick(&scene, inside, LENGTH, None), Some(Target::Body(block)));
    let sensor = scene.body(zone).unwrap().colliders().next().unwrap();
    let again = pick(&scene, beside, LENGTH, Some(Target::Body(zone)));
    assert_eq!(again, Some(Target::Collider(sensor)));
}
