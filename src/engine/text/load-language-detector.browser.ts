// @ts-expect-error The package has types for its entries alone, which load the tables as modules.
import { createEld } from '#eld/languageDetector.js';
import type { LanguageDetector } from './load-language-detector.ts';

/** Fetched once, before anything of the module runs. */
const response = await fetch(new URL(/* @vite-ignore */ './languages.txt', import.meta.url));
if (!response.ok) throw new Error(`languages: languages.txt cannot be loaded (HTTP ${response.status})`);
const table = await response.text();

export function loadDetector(): LanguageDetector {
  return { createEld, table };
}
