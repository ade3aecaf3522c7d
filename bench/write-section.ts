import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

const FILE = path.join(import.meta.dirname, 'RESULTS.md');

/** Writes one section of bench/RESULTS.md (or another page) between its markers, and leaves the rest as it is. */
export function writeSection(name: string, title: string, text: string, file = FILE): void {
  const begin = `<!-- ${name}:begin -->`;
  const end = `<!-- ${name}:end -->`;
  const section = `${begin}\n## ${title}\n${text.trimEnd()}\n${end}`;
  const page = existsSync(file) ? readFileSync(file, 'utf8') : '# Measured\n';
  const pattern = new RegExp(`${begin}[\\s\\S]*?${end}`);
  writeFileSync(
    file,
    pattern.test(page) ? page.replace(pattern, () => section) : `${page.trimEnd()}\n\n${section}\n`,
  );
}
