// A server of static files, for tests and for a look: `node serve.mjs [FOLDER [PORT]]`.
import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import { createServer } from "node:http";
import { extname, join, normalize } from "node:path";
import { fileURLToPath } from "node:url";

const TYPES = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript",
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

/** Serves a folder to this machine alone. Resolves to the server and its address. */
export function serve(folder, port = 0) {
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
        createReadStream(file + ending).pipe(response);
        return;
      }
    }
    response.writeHead(200, headers);
    createReadStream(file).pipe(response);
  });
  return new Promise((resolve) => {
    server.listen(port, "127.0.0.1", () => {
      resolve({ server, address: `http://127.0.0.1:${server.address().port}` });
    });
  });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { address } = await serve(process.argv[2] ?? "out/web", Number(process.argv[3] ?? 8080));
  console.log(`${address}/\n${address}/play.html#scene=pyramid`);
}
