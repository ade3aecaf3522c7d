/**
 * The library that compares pieces of words (https://github.com/nitotm/efficient-language-detector-js), with the
 * smallest of its tables. It takes a fifth of a second and 30 MB, so it is loaded when a text first needs it.
 */
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import type { eld } from 'eld/extrasmall';

let loaded: typeof eld | undefined;

export function languageLibrary(): typeof eld {
  if (loaded === undefined) {
    // It is an ES module that has no entry for `require`, which alone loads without waiting.
    const file = fileURLToPath(import.meta.resolve('eld/extrasmall'));
    ({ eld: loaded } = createRequire(import.meta.url)(file) as { eld: typeof eld });
  }
  return loaded;
}
