import { readFileSync } from 'node:fs';
import path from 'node:path';

/** @returns the bytes of `model/weights.bin`. `read-weights.browser.ts` takes this file's place in the build for browsers. */
export function readWeights(): Uint8Array<ArrayBuffer> {
  return readFileSync(path.join(import.meta.dirname, 'model', 'weights.bin'));
}
