import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

const FILE = path.join(import.meta.dirname, 'RESULTS.md');

/** Writes one section of bench/RESULTS.md between its markers, and leaves the others as they are. */
export function writeSection(name: string, title: string, text: string): void {
  const begin = `<!-- ${name}:begin -->`;
  const end = `<!-- ${name}:end -->`;
  const section = `${begin}\n## ${title}\n${text.trimEnd()}\n${end}`;
  const page = existsSync(FILE) ? readFileSync(FILE, 'utf8') : '# Measured\n';
  const pattern = new RegExp(`${begin}[\\s\\S]*?${end}`);
  writeFileSync(
    FILE,
    pattern.test(page) ? page.replace(pattern, () => section) : `${page.trimEnd()}\n\n${section}\n`,
  );
}
