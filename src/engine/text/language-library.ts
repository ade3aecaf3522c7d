/**
 * The library that compares pieces of words (https://github.com/nitotm/efficient-language-detector-js), with the
 * smallest of its tables. As a module the table takes 75 MB and a fifth of a second; read as text it takes 4 MB and a
 * seventh of that time. So the library cuts a text into pieces, and what each piece scores is added up here.
 */
import { loadDetector } from './load-language-detector.ts';

/** Where a piece's scores begin, how many they are, and then each language's number and its score. */
interface PieceTable {
  readonly languages: readonly string[];
  readonly startOf: ReadonlyMap<string, number>;
  readonly scores: Uint8Array;
}

/** To save room, the table has scores without it. */
const LEAST_SCORE = 53;
/** A mean of this much is scaled to a half. */
const HALF = 25;

let scorer: ReturnType<typeof createScorer> | undefined;

/**
 * Loads the library where that has not happened yet.
 * @returns for each language that has any of the text's pieces, by its ISO 639-1 code, the mean of what they score, scaled to less than 1 as
 * the library does; the most likely language first.
 */
export function scoreLanguages(text: string): (readonly [string, number])[] {
  scorer ??= createScorer();
  return scorer(text);
}

function createScorer() {
  const { createEld, table } = loadDetector();
  const { languages, startOf, scores } = readTable(table);
  const totals = new Uint32Array(languages.length);
  let pieces = 0;
  const add = (_: object, piece: string): undefined => {
    pieces++;
    let at = startOf.get(piece);
    if (at === undefined) return;
    const end = at + 1 + 2 * scores[at]!;
    for (at++; at < end; at += 2) totals[scores[at]!]! += scores[at + 1]! + LEAST_SCORE;
  };
  const { instance, loadData } = createEld();
  loadData({ type: 'pieces', languages: {}, ngrams: new Proxy({}, { get: add }) });

  return (text: string): (readonly [string, number])[] => {
    totals.fill(0);
    pieces = 0;
    instance.detect(text);
    const found: (readonly [string, number])[] = [];
    for (let at = 0; at < totals.length; at++) {
      if (totals[at] === 0) continue;
      const mean = totals[at]! / pieces;
      found.push([languages[at]!, mean / (mean + HALF)]);
    }
    return found.sort((a, b) => b[1] - a[1]);
  };
}

/**
 * @param source the table's module: `…languages:{0:'am',…},…ngrams:{'piece':{language:score,…},…}…`.
 * @throws where it is anything else.
 */
function readTable(source: string): PieceTable {
  const languages = [...(/languages:\{([^}]+)\}/.exec(source)?.[1] ?? '').matchAll(/'(\w+)'/g)].map(
    ([, code]) => code!,
  );
  const startOf = new Map<string, number>();
  // A number and the mark behind it take two characters at least.
  const scores = new Uint8Array(source.length / 2);
  let end = 0;
  let at = source.indexOf('ngrams:{') + 'ngrams:{'.length;
  // By hand: a pattern takes ten times as long.
  for (;;) {
    const behind = source.indexOf(':{', at + 1);
    const closing = source.indexOf('}', behind);
    if (at < 'ngrams:{'.length || behind < 0 || closing < 0) break;
    startOf.set(readPiece(source.slice(at, behind)), end);
    const count = end++;
    for (let from = behind + 2, value = 0; from <= closing; from++) {
      const digit = source.charCodeAt(from) - 48;
      if (digit >= 0 && digit <= 9) value = value * 10 + digit;
      else [scores[end++], value] = [value, 0];
    }
    scores[count] = (end - count - 1) / 2;
    if (source[closing + 1] === '}') return { languages, startOf, scores: scores.slice(0, end) };
    at = closing + 2;
  }
  throw new Error('languages: the table of the library cannot be read');
}

/** @param name a property's name as JavaScript writes it: in either kind of quotes, or in none. */
function readPiece(name: string): string {
  const quoted = name.startsWith("'") || name.startsWith('"');
  return quoted ? name.slice(1, -1).replaceAll('\\', '') : name;
}
