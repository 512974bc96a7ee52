// Drives a headless Chromium through a pipe: the DevTools protocol, without any package.
import { spawn } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

const FLAGS = [
  "--headless",
  "--no-sandbox",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  "--remote-debugging-pipe",
  "--window-size=1280,800",
];
/** Draws with the processor. */
export const SOFTWARE_GL = ["--use-gl=angle", "--use-angle=swiftshader", "--enable-unsafe-swiftshader"];
/** Has no WebGL at all. */
export const NO_GL = ["--disable-gpu", "--disable-3d-apis"];

/** A browser with one page. */
export class Browser {
  static async start(flags = SOFTWARE_GL, program = process.env.CHROMIUM ?? "chromium") {
    const profile = await mkdtemp(join(tmpdir(), "umbra-testbed-"));
    const browser = new Browser();
    browser.profile = profile;
    browser.process = spawn(program, [...FLAGS, ...flags, `--user-data-dir=${profile}`, "about:blank"], {
      stdio: ["ignore", "ignore", "ignore", "pipe", "pipe"],
    });
    browser.gone = new Promise((resolve) => browser.process.once("exit", resolve));
    browser.process.once("error", (error) => browser.fail(error));
    browser.process.once("exit", () => browser.fail(new Error("the browser has ended")));
    browser.listen();
    const { targetInfos } = await browser.send("Target.getTargets");
    const page = targetInfos.find((target) => target.type === "page");
    const { sessionId } = await browser.send("Target.attachToTarget", { targetId: page.targetId, flatten: true });
    browser.session = sessionId;
    for (const domain of ["Page", "Runtime", "Log"]) await browser.send(`${domain}.enable`);
    return browser;
  }

  constructor() {
    this.next = 1;
    this.waiting = new Map();
    this.errors = [];
  }

  fail(error) {
    for (const { reject } of this.waiting.values()) reject(error);
    this.waiting.clear();
  }

  listen() {
    let rest = "";
    this.process.stdio[4].setEncoding("utf8").on("data", (text) => {
      const messages = (rest + text).split("\0");
      rest = messages.pop();
      for (const message of messages) this.receive(JSON.parse(message));
    });
  }

  receive({ id, result, error, method, params }) {
    if (id) {
      const { resolve, reject } = this.waiting.get(id) ?? {};
      this.waiting.delete(id);
      if (error) reject?.(new Error(error.message));
      else resolve?.(result);
    } else if (method === "Page.fileChooserOpened") {
      this.chooser = params.backendNodeId;
    } else if (method === "Runtime.exceptionThrown") {
      const { exceptionDetails: details } = params;
      this.errors.push(details.exception?.description ?? details.text);
    } else if (method === "Runtime.consoleAPICalled" && params.type === "error") {
      this.errors.push(params.args.map((arg) => arg.value ?? arg.description).join(" "));
    } else if (method === "Log.entryAdded" && params.entry.level === "error") {
      this.errors.push(`${params.entry.text} ${params.entry.url ?? ""}`);
    }
  }

  send(method, params = {}) {
    const id = this.next++;
    this.process.stdio[3].write(`${JSON.stringify({ id, method, params, sessionId: this.session })}\0`);
    return new Promise((resolve, reject) => this.waiting.set(id, { resolve, reject }));
  }

  /** The value of an expression in the page. */
  async evaluate(expression) {
    const { result } = await this.send("Runtime.evaluate", { expression, returnByValue: true, awaitPromise: true });
    return result.value;
  }

  /** Opens an address anew. A page whose address differs only after the `#` would stay. */
  async open(address) {
    await this.send("Page.navigate", { url: "about:blank" });
    await this.send("Page.navigate", { url: address });
  }

  /** Asks again and again until the answer is good. */
  async until(what, ask, seconds = 60) {
    const end = Date.now() + 1000 * seconds;
    let answer;
    while (Date.now() < end) {
      answer = await ask();
      if (answer) return answer;
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    throw new Error(`${what}: not within ${seconds} s; errors: ${this.errors.join("; ") || "none"}`);
  }

  async picture() {
    const { data } = await this.send("Page.captureScreenshot", { format: "png" });
    return Buffer.from(data, "base64");
  }

  async mouse(type, x, y, buttons = 0) {
    const button = type === "mouseMoved" ? "none" : "left";
    await this.send("Input.dispatchMouseEvent", { type, x, y, button, buttons, clickCount: 1 });
  }

  /** Presses a key and lets go of it. */
  async key(key) {
    const code = `Key${key.toUpperCase()}`;
    const windowsVirtualKeyCode = key.toUpperCase().charCodeAt(0);
    await this.send("Input.dispatchKeyEvent", { type: "keyDown", key, code, text: key, windowsVirtualKeyCode });
    await this.send("Input.dispatchKeyEvent", { type: "keyUp", key, code, windowsVirtualKeyCode });
  }

  /** Looks at pages in dark or light colours. */
  async prefer(scheme) {
    await this.send("Emulation.setEmulatedMedia", { features: [{ name: "prefers-color-scheme", value: scheme }] });
  }

  async touch(type, points) {
    const touchPoints = points.map(([x, y], id) => ({ x, y, id }));
    await this.send("Input.dispatchTouchEvent", { type, touchPoints });
  }

  async close() {
    this.send("Browser.close").catch(() => {});
    const late = setTimeout(() => this.process.kill("SIGKILL"), 5000);
    await this.gone;
    clearTimeout(late);
    await rm(this.profile, { recursive: true, force: true, maxRetries: 5 });
  }
}
