// A server of static files, for tests and for a look: `node serve.mjs [FOLDER [PORT]]`.
import { createReadStream } from "node:fs";
import { readFile, stat } from "node:fs/promises";
import { createServer } from "node:http";
import { extname, join, normalize } from "node:path";
import { fileURLToPath } from "node:url";

const TYPES = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript",
  ".css": "text/css; charset=utf-8",
  ".gz": "application/gzip",
  ".wasm": "application/wasm",
  ".svg": "image/svg+xml",
  ".png": "image/png",
};
/** How files are packed, and how their names end then; the smaller one first. */
const PACKED = [
  ["br", ".br"],
  ["gzip", ".gz"],
];
const isFile = (file) => stat(file).then((it) => it.isFile(), () => false);

/**
 * A line on which all answers together come at so many bits per second, each after a delay: a function that sends a file.
 * What a browser can slow down by itself is a third slower than it says.
 */
function slowLine(bitsPerSecond, delay) {
  const PART = 4096;
  let free = 0;
  return async (file, response) => {
    await new Promise((resolve) => setTimeout(resolve, delay));
    const bytes = await readFile(file);
    for (let at = 0; at < bytes.length; at += PART) {
      const part = bytes.subarray(at, at + PART);
      const now = performance.now();
      // Timers are late by some milliseconds; what that costs is caught up with.
      free = Math.max(free, now - 20) + (8000 * part.length) / bitsPerSecond;
      if (free - now > 2) await new Promise((resolve) => setTimeout(resolve, free - now));
      response.write(part);
    }
    response.end();
  };
}

/** Serves a folder to this machine alone, perhaps as by a slow line. Resolves to the server and its address. */
export function serve(folder, { port = 0, bitsPerSecond = Infinity, delay = 0 } = {}) {
  const send =
    bitsPerSecond < Infinity
      ? slowLine(bitsPerSecond, delay)
      : (file, response) => createReadStream(file).pipe(response);
  const server = createServer(async (request, response) => {
    const path = normalize(decodeURIComponent(new URL(request.url, "http://localhost").pathname));
    const file = join(folder, path.endsWith("/") ? join(path, "index.html") : path);
    if (!(await isFile(file))) {
      response.writeHead(404).end("not found");
      return;
    }
    const accepted = request.headers["accept-encoding"] ?? "";
    const headers = { "content-type": TYPES[extname(file)] ?? "application/octet-stream", vary: "accept-encoding" };
    for (const [encoding, ending] of PACKED) {
      if (accepted.includes(encoding) && (await isFile(file + ending))) {
        response.writeHead(200, { ...headers, "content-encoding": encoding });
        send(file + ending, response);
        return;
      }
    }
    response.writeHead(200, headers);
    send(file, response);
  });
  return new Promise((resolve) => {
    server.listen(port, "127.0.0.1", () => {
      resolve({ server, address: `http://127.0.0.1:${server.address().port}` });
    });
  });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { address } = await serve(process.argv[2] ?? "out/web", { port: Number(process.argv[3] ?? 8080) });
  console.log(`${address}/\n${address}/play.html#scene=pyramid`);
}
