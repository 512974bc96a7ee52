/**
 * What becomes of a call that stops with a trap: a panic, which is a defect of the engine, or the end
 * of memory. `guard.mjs` puts these calls into the glue of the module.
 */

/** What the glue's objects have. */
interface Raw {
  __wbg_ptr?: number;
  __destroy_into_raw?: () => number;
}

const failures = new WeakMap<object, string>();
let stack: WebAssembly.Global | undefined;
let panic: (() => string) | undefined;
/** The stack pointer before a call of the module. */
let base = 0;

/** Takes the stack pointer of the started module, and the function that has the message of a panic. @internal */
export function watch(pointer: WebAssembly.Global | undefined, takePanic: () => string): void {
  [stack, panic] = [pointer, takePanic];
  base = stack?.value ?? 0;
}

/**
 * A function of the user that the module calls. What it calls in turn finds the module's stack as
 * deep as it is now. @internal
 */
export function inside<T>(call: () => T): T {
  const before = base;
  base = stack?.value ?? 0;
  try {
    return call();
  } finally {
    base = before;
  }
}

/** The error for a failed call that these values took part in. @internal */
export function failed(error: unknown, ...parts: unknown[]): unknown {
  const objects = parts.filter((it): it is Raw & object => typeof it === "object" && it !== null && "__wbg_ptr" in it);
  if (error instanceof WebAssembly.RuntimeError) return trapped(error, objects);
  for (const it of objects) {
    const message = failures.get(it);
    if (message !== undefined) return new Error(`a defect of the engine has made this unusable: ${message}`);
    if (it.__wbg_ptr === 0) return new Error("this was freed");
  }
  return error;
}

function trapped(error: Error, objects: (Raw & object)[]): Error {
  if (stack) stack.value = base;
  let message = error.message;
  try {
    message = panic?.() || message;
  } catch {
    // No memory for the message.
  }
  for (const it of objects) {
    failures.set(it, message);
    // Nothing reaches it any more, and nothing frees it: it may be in any state.
    it.__destroy_into_raw?.();
  }
  return new Error(`a defect of the engine: ${message}`, { cause: error });
}
