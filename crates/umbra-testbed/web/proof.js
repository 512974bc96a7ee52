// The first screen of the gallery: computes a scene, draws it, and says whether its hashes are those of other machines.

/** Steps per second, twice as fast as time goes, and the most of a frame: slow browsers see less of it, and not later. */
const RATE = 120;
const MOST = 60;

const [picture, state, steps, hash, again] = ["picture", "state", "steps", "hash", "again"].map((it) =>
  document.getElementById(`proof-${it}`),
);
const dark = matchMedia("(prefers-color-scheme: dark)");

function draw() {
  const pixels = devicePixelRatio || 1;
  const width = Math.round(picture.clientWidth * pixels);
  const [height, ...lines] = window.umbra_proof_draw(width, dark.matches).split("\n");
  picture.width = width;
  picture.height = Number(height);
  picture.style.aspectRatio = `${width} / ${height}`;
  const context = picture.getContext("2d");
  context.lineWidth = 1.5 * pixels;
  for (const line of lines) {
    const [how, color, ...path] = line.split(" ");
    context.fillStyle = context.strokeStyle = color;
    context[how](new Path2D(path.join(" ")));
  }
}

function show(now) {
  const done = Math.floor((now.of * now.step) / now.steps);
  while (steps.children.length < done) {
    const item = document.createElement("li");
    item.className = now.differs ? "differs" : "same";
    item.textContent = `step ${((steps.children.length + 1) * now.steps) / now.of}`;
    steps.append(item);
  }
  hash.innerHTML = `State hash <code>${now.hash}</code>`;
  if (now.step < now.steps) {
    state.textContent = `Your browser computes ${now.bodies} bodies: step ${now.step} of ${now.steps}.`;
    return;
  }
  const is_same = now.same === now.of && !now.differs;
  state.className = document.body.dataset.proof = is_same ? "same" : "differs";
  state.textContent = is_same
    ? `Computed in your browser just now: ${now.steps} steps, and the hash is the one computed on x86-64, i686 and aarch64.`
    : `Computed in your browser just now, and the hash is not the one computed on x86-64, i686 and aarch64. Please report it.`;
  again.hidden = false;
}

function run(first) {
  [steps.textContent, state.className, again.hidden] = ["", "", true];
  let [count, last] = [first, performance.now()];
  // Not by frames: a browser that draws few of them would take minutes.
  const next = () => {
    const time = performance.now();
    const now = JSON.parse(window.umbra_proof_step(count));
    draw();
    show(now);
    if (now.step < now.steps) setTimeout(next, 14);
    count = Math.min(MOST, Math.max(1, Math.round(((time - last) * RATE) / 1000)));
    last = time;
  };
  next();
}

async function start() {
  state.textContent = "Loading …";
  const { default: init } = await import("./fallback/umbra-proof.js");
  await init();
  dark.addEventListener("change", draw);
  addEventListener("resize", draw);
  again.addEventListener("click", () => run(-1));
  run(0);
}

start().catch((error) => {
  state.textContent = `It cannot be computed here: ${error?.message ?? error}`;
  document.body.dataset.proof = "failed";
});
