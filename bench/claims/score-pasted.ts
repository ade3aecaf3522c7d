/**
 * How well claims are found in what people paste: lists of properties, tables, rules, posts, wrapped lines, the ends of papers. The
 * documents of `pasted.txt` were written and labelled before the detector read layout, and nothing is trained on them.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const DOCUMENTS = join(import.meta.dirname, 'pasted.txt');
/** Every fifth document was not looked at while the detector was changed. */
const HELD = 5;

export interface PastedUnit {
  /** UTF-16 offsets in the document. */
  readonly start: number;
  readonly end: number;
  readonly claim: boolean;
  /** What it is: `row`, `duty`, `heading`. */
  readonly kind: string;
  /** What the claim's text has to say. */
  readonly words: readonly string[];
}

export interface PastedDocument {
  /** ISO 639-1. */
  readonly language: string;
  readonly title: string;
  readonly held: boolean;
  readonly text: string;
  readonly units: readonly PastedUnit[];
}

/**
 * `## language title` begins a document. A line of it is its label (`1:kind` for a claim, `0:kind`, `-` for what is not
 * counted), a tab and the text; a second tab and the words that the claim's text must say, with `;` between them. `⏎` is a
 * line end, `⇥` a tab, and a label that begins with `+` goes on in the line before.
 *
 * @throws where a line has no label.
 */
export function readPasted(path: string = DOCUMENTS): PastedDocument[] {
  return readFileSync(path, 'utf8')
    .split(/^## (?=[a-z]{2} )/m)
    .slice(1)
    .map((block, at) => {
      const [first = '', ...lines] = block.trimEnd().split('\n');
      const held = at % HELD === HELD - 1;
      return { language: first.slice(0, 2), title: first.slice(3), held, ...joinUnits(lines, at % 2 === 0) };
    });
}

/** A table, and a heading, stand apart from what is around them; below a plain heading in every second document. */
function separator(before: string | undefined, kind: string, mark: string, spaced: boolean): string {
  if (before === undefined) return '';
  const isTable = (one: string): boolean => one === 'row' || one === 'head' || one === '-';
  const apart =
    kind === 'heading' ||
    kind === 'running' ||
    before === 'running' ||
    isTable(before) !== isTable(kind) ||
    (before === 'heading' && spaced && mark !== '#');
  return apart ? '\n\n' : '\n';
}

function joinUnits(
  lines: readonly string[],
  spaced: boolean,
): { readonly text: string; readonly units: readonly PastedUnit[] } {
  let text = '';
  let before: string | undefined;
  let mark = '';
  const units: PastedUnit[] = [];
  for (const line of lines) {
    if (line === '') continue;
    const [label = '', written = '', words = ''] = line.split('\t');
    const parts = /^(\+?)(?:(-)|([01]):(\w+))$/.exec(label);
    if (!parts || written === '') throw new Error(`not a labelled line: ${line}`);
    const kind = parts[2] ?? parts[4]!;
    text += parts[1] === '+' ? ' ' : separator(before, kind, mark, spaced);
    const start = text.length;
    text += written.replaceAll('⏎', '\n').replaceAll('⇥', '\t');
    [before, mark] = [kind, written[0]!];
    if (kind === '-') continue;
    units.push({
      start,
      end: text.length,
      claim: parts[3] === '1',
      kind,
      words: words === '' ? [] : words.split(';').map((word) => word.trim()),
    });
  }
  return { text, units };
}

interface FoundClaim {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

export interface JudgedUnit extends PastedUnit {
  readonly language: string;
  readonly held: boolean;
  /** A claim was found that is this unit, and not only a piece of it. */
  readonly found: boolean;
  /** Claims that were found in it besides, or instead: pieces, and all where it is none. */
  readonly wrong: number;
  /** What the claim's text says. */
  readonly said: string | undefined;
}

/** Of a unit's length, a claim has to cover so much. */
const LEAST_SHARE = 0.5;

/** @returns each unit with what was found in it. A claim belongs to the unit that its middle lies in. */
export function judgePasted(
  documents: readonly PastedDocument[],
  detect: (text: string) => readonly FoundClaim[],
): JudgedUnit[] {
  return documents.flatMap(({ text, units, language, held }) => {
    const claims = detect(text);
    return units.map((unit) => {
      const own = claims.filter(
        ({ start, end }) => (start + end) / 2 >= unit.start && (start + end) / 2 < unit.end,
      );
      const whole = own.find(
        ({ start, end }) =>
          Math.min(end, unit.end) - Math.max(start, unit.start) >= (unit.end - unit.start) * LEAST_SHARE,
      );
      const found = unit.claim && whole !== undefined;
      return { ...unit, language, held, found, wrong: own.length - (found ? 1 : 0), said: whole?.text };
    });
  });
}

export interface PastedScore {
  readonly units: number;
  readonly precision: number;
  readonly recall: number;
  /** Of the claims found whose text has to say certain words, the share whose text says them; NaN without any. */
  readonly stated: number;
}

export function scorePasted(units: readonly JudgedUnit[]): PastedScore {
  const found = units.filter((unit) => unit.found);
  const wrong = units.reduce((sum, unit) => sum + unit.wrong, 0);
  const named = found.filter(({ words }) => words.length > 0);
  const stated = named.filter(({ words, said = '' }) =>
    words.every((word) => said.toLowerCase().includes(word.toLowerCase())),
  );
  return {
    units: units.length,
    precision: found.length / (found.length + wrong),
    recall: found.length / units.filter(({ claim }) => claim).length,
    stated: stated.length / named.length,
  };
}

/** @returns tables in Markdown: the documents that were looked at and those that were not, by language, and by kind. */
export function pastedTable(units: readonly JudgedUnit[]): string {
  const languages = Object.entries(Object.groupBy(units, ({ language }) => language));
  const kinds = Object.entries(
    Object.groupBy(units, ({ kind, claim }) => `${kind}${claim ? '' : ' (none)'}`),
  );
  const score = (name: string, rows: readonly JudgedUnit[]): string => {
    const { precision, recall, stated } = scorePasted(rows);
    return `| ${name} | ${rows.length} | ${share(precision)} | ${share(recall)} | ${share(stated)} |`;
  };
  const ofKind = ([name, rows = []]: readonly [string, readonly JudgedUnit[] | undefined]): string => {
    const claims = rows[0]!.claim;
    const hits = rows.filter((unit) => (claims ? unit.found : unit.wrong > 0)).length;
    return `| ${name} | ${rows.length} | ${share(hits / rows.length)} | ${claims ? share(scorePasted(rows).stated) : ''} |`;
  };
  return [
    '| documents | lines, rows, sentences | precision | recall | says its subject |',
    '|---|---|---|---|---|',
    score(
      '**looked at**',
      units.filter(({ held }) => !held),
    ),
    score(
      '**never looked at**',
      units.filter(({ held }) => held),
    ),
    ...languages.map(([name, rows]) => score(name, rows!)),
    '',
    '| kind | | called a claim | says its subject |',
    '|---|---|---|---|',
    ...kinds.toSorted(([a], [b]) => Number(a.endsWith(')')) - Number(b.endsWith(')'))).map(ofKind),
  ].join('\n');
}

function share(value: number): string {
  return Number.isNaN(value) ? '–' : value.toFixed(3);
}
