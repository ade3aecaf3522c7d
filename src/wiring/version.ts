import { readFileSync } from 'node:fs';

/** Of the package. Imports nothing else, for what only says it. */
export const { version: VERSION } = JSON.parse(
  readFileSync(new URL('../../package.json', import.meta.url), 'utf8'),
) as { version: string };
