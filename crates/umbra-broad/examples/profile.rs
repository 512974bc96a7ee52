#[path = "../../../benches/peers/src/boxes.rs"]
mod boxes;
use umbra_broad::*;
fn main() {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(1).build().unwrap();
    pool.install(run);
}
fn run() {
    let n: usize = std::env::args().nth(1).unwrap().parse().unwrap();
    let speed: f32 = std::env::args().nth(2).unwrap().parse().unwrap();
    let mut world = boxes::World::tumbling(n, speed);
    let mut broad = BroadPhase::new(BroadPhaseConfig::default()).unwrap();
    let ids: Vec<_> = world
        .boxes
        .iter()
        .map(|b| broad.add(*b, ProxyKind::Dynamic, Filter::default(), 0).unwrap())
        .collect();
    broad.rebuild();
    let (mut mv, mut rf, mut fd) = (vec![], vec![], vec![]);
    for _ in 0..200 {
        world.advance();
        let t = std::time::Instant::now();
        for &(i, by) in &world.moves {
            broad.move_proxy(ids[i], world.boxes[i], by).unwrap();
        }
        mv.push(t.elapsed().as_secs_f64());
        let t = std::time::Instant::now();
        broad.refresh();
        rf.push(t.elapsed().as_secs_f64());
        let t = std::time::Instant::now();
        let k = broad.find_new_pairs().len();
        fd.push(t.elapsed().as_secs_f64());
        std::hint::black_box(k);
    }
    let s = |v: &Vec<f64>| 1e9 * v.iter().sum::<f64>() / v.len() as f64 / n as f64;
    let m = |v: &Vec<f64>| {
        let mut v = v.clone();
        v.sort_by(f64::total_cmp);
        1e9 * v[v.len() / 2] / n as f64
    };
    println!(
        "{n} {speed}: mean ns/box move {:.1} refresh {:.1} find {:.1}; median {:.1} {:.1} {:.1}",
        s(&mv),
        s(&rf),
        s(&fd),
        m(&mv),
        m(&rf),
        m(&fd)
    );
}
