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

interface Notebook {
  readonly cells: readonly {
    readonly source: string | readonly string[];
    readonly outputs?: readonly Output[];
  }[];
}

interface Output {
  readonly text?: string | readonly string[];
  readonly data?: Readonly<Record<string, unknown>>;
}

const joined = (lines: string | readonly string[] = ''): string => [lines].flat().join('');

/** What somebody wrote into a notebook, without the notebook's own format. */
const sourceOf = (notebook: Notebook): string =>
  notebook.cells.map(({ source }) => joined(source)).join('\n');

/** What an executed notebook shows: the printed texts, and the kinds of the others, such as `image/png`. */
export function readOutputs(file: string): readonly string[] {
  const notebook: Notebook = JSON.parse(readFileSync(path.join(FOLDER, file), 'utf8'));
  const outputs = notebook.cells.flatMap((cell) => cell.outputs ?? []);
  return outputs.flatMap(({ text, data = {} }) => (text === undefined ? Object.keys(data) : joined(text)));
}

/** What an example is made of: all files but those that say what to install. */
export function listSources(): readonly { file: string; text: string }[] {
  return readdirSync(FOLDER, { recursive: true, withFileTypes: true })
    .filter(
      (entry) =>
        entry.isFile() &&
        !entry.name.includes('-out.') &&
        /\.(?:[jt]s|py|go|sh|html|ipynb)$/.test(entry.name),
    )
    .map((entry) => path.join(entry.parentPath, entry.name))
    .map((file) => ({ file: path.relative(FOLDER, file), text: readFileSync(file, 'utf8') }))
    .map(({ file, text }) => ({ file, text: file.endsWith('.ipynb') ? sourceOf(JSON.parse(text)) : text }));
}

/** Packages with their versions, as a requirements file pins them. */
export function readRequirements(file: string): readonly string[] {
  return readFileSync(path.join(FOLDER, file), 'utf8').trim().split('\n');
}
