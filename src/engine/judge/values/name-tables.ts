/** What words mean: units, currencies, months, weekdays, number words. Built once, when the first text is read. */
import dates from './data/dates.json' with { type: 'json' };
import money from './data/money.json' with { type: 'json' };
import numbers from './data/numbers.json' with { type: 'json' };
import units from './data/units.json' with { type: 'json' };
import { foldWord, scanTokens, type Token } from './scan-tokens.ts';

export interface Unit {
  readonly dimension: string;
  /** A currency's code, else empty. */
  readonly code: string;
  /** To the dimension's base unit. */
  readonly factor: number;
  /** Its tokens behind the first. */
  readonly rest: readonly string[];
  /** As written, where upper and lower case mean different things: "MB" and "Mb". */
  readonly written: string;
}

const NAMES = ' | ';

/** First token → units, those of more tokens first. */
export const UNITS: ReadonlyMap<string, readonly Unit[]> = buildUnits();

function buildUnits(): Map<string, Unit[]> {
  const table = new Map<string, Unit[]>();
  const add = (dimension: string, code: string, factor: number, names: string) => {
    for (const name of names.split(NAMES)) {
      const [first, ...rest] = scanTokens(name);
      const key = first!.key;
      const unit = { dimension, code, factor, rest: rest.map((token) => token.key), written: name };
      const same = table.get(key);
      if (same === undefined) table.set(key, [unit]);
      else same.push(unit);
    }
  };
  for (const [dimension, byFactor] of Object.entries(units))
    for (const [factor, names] of Object.entries(byFactor)) add(dimension, '', Number(factor), names);
  for (const [code, names] of Object.entries(money)) add('money', code, 1, names);
  for (const list of table.values()) list.sort((a, b) => b.rest.length - a.rest.length);
  return table;
}

const keyed = (lists: readonly string[]): Map<string, number> =>
  new Map(
    lists.flatMap((names, at) =>
      names.split(NAMES).map((name): [string, number] => [foldWord(name), at + 1]),
    ),
  );

/** Name → 1 to 12. */
export const MONTHS: ReadonlyMap<string, number> = keyed(dates.months);
/** Name → 1 to 7, Monday first. */
export const WEEKDAYS: ReadonlyMap<string, number> = keyed(dates.weekdays);

const pairsIn = (line: string): [string, number][] => {
  const parts = line.split(' ');
  return parts.flatMap((word, at): [string, number][] =>
    at % 2 === 0 ? [[foldWord(word), Number(parts[at + 1])]] : [],
  );
};

const { scales, ordinals, ...words } = numbers;

/** Word → language → value. */
export const NUMBER_WORDS: ReadonlyMap<string, ReadonlyMap<string, number>> = buildWords();

function buildWords(): Map<string, Map<string, number>> {
  const table = new Map<string, Map<string, number>>();
  for (const [language, line] of Object.entries(words)) {
    for (const [word, value] of pairsIn(line)) {
      const known = table.get(word) ?? new Map<string, number>();
      known.set(language, value);
      table.set(word, known);
    }
  }
  return table;
}

/** Behind figures alone: "5k", "3 Mio.". */
export const SCALES: ReadonlyMap<string, number> = new Map(pairsIn(scales));
export const ORDINALS: ReadonlyMap<string, number> = new Map(pairsIn(ordinals));

/** @returns the unit that stands at a place and how many tokens it has. */
export function unitAt(
  text: string,
  tokens: readonly Token[],
  at: number,
): { unit: Unit; to: number } | undefined {
  const first = tokens[at];
  const found = first === undefined ? undefined : UNITS.get(first.key);
  if (found === undefined) return undefined;
  let loose: Unit | undefined;
  for (const unit of found) {
    if (loose !== undefined && loose.rest.length > unit.rest.length) break;
    if (!unit.rest.every((key, index) => tokens[at + 1 + index]?.key === key)) continue;
    const last = tokens[at + unit.rest.length]!;
    if (text.slice(first!.start, last.end) === unit.written) return { unit, to: at + 1 + unit.rest.length };
    loose ??= unit;
  }
  return loose === undefined ? undefined : { unit: loose, to: at + 1 + loose.rest.length };
}
