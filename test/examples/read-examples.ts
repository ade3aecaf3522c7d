/** The examples as examples/README.md lists them. */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

export const ROOT = path.resolve(import.meta.dirname, '../..');
const FOLDER = path.join(ROOT, 'examples');

/** The commands of the table, by the file that the line links to. */
export function readCommands(): ReadonlyMap<string, string> {
  const readme = readFileSync(path.join(FOLDER, 'README.md'), 'utf8');
  const lines = readme.matchAll(/^\| \[[^\]]+\]\(([^)]+)\) \|.*\| `([^`]+)` \|$/gm);
  return new Map(Array.from(lines, ([, file = '', command = '']) => [file, command]));
}

/** The command of one example. */
export function commandOf(file: string): string {
  const command = readCommands().get(file);
  if (command === undefined) throw new Error(`examples/README.md has no line for ${file}`);
  return command;
}

/** What an example is made of: all files but those that say what to install. */
export function listSources(): readonly { file: string; text: string }[] {
  return readdirSync(FOLDER, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.(?:[jt]s|py|go|sh|html|ipynb)$/.test(entry.name))
    .map((entry) => path.join(entry.parentPath, entry.name))
    .map((file) => ({ file: path.relative(FOLDER, file), text: readFileSync(file, 'utf8') }));
}

/** Packages with their versions, as a requirements file pins them. */
export function readRequirements(file: string): readonly string[] {
  return readFileSync(path.join(FOLDER, file), 'utf8').trim().split('\n');
}
