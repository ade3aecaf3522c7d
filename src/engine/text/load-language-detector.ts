import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';

export interface LanguageDetector {
  createEld(): {
    readonly instance: { detect(text: string): unknown };
    loadData(data: { type: string; languages: object; ngrams: object }): void;
  };
  /** The source of the table's module. */
  readonly table: string;
}

/**
 * Loads the library without its tables, and the smallest table as text. `load-language-detector.browser.ts` takes this file's
 * place in the build for browsers.
 */
export function loadDetector(): LanguageDetector {
  // Its entries would load the table as well, and it is an ES module, which `require` alone loads without waiting.
  const entry = import.meta.resolve('eld/extrasmall');
  const fileOf = (path: string): string => fileURLToPath(new URL(path, entry));
  const { createEld } = createRequire(import.meta.url)(fileOf('../languageDetector.js'));
  return { createEld, table: readFileSync(fileOf('../ngrams/extrasmall.js'), 'utf8') };
}
