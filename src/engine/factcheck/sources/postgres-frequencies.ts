/**
 * How rare words are in a table, by what PostgreSQL has gathered for its own planning (`pg_stats`, after `analyze`): the
 * lexemes that most texts have. Others are rarer than those.
 *
 * https://www.postgresql.org/docs/current/view-pg-stats.html
 */
import { type AskPostgres, type PostgresTable, quotedTable } from './postgres-statements.ts';

interface KnownFrequencies {
  /** Texts there are, or so. */
  readonly rows: number;
  /** @returns the share of the texts that have the word of a query for one word. */
  shareOf(query: string): number;
}

export type Frequencies = (from: PostgresTable, ask: AskPostgres) => Promise<KnownFrequencies>;

/** Milliseconds for which they are taken for true. */
const KEEP = 10 * 60_000;
/** Where nothing is known of a table: as many texts, which a word is in as its letters say. */
const USUAL_ROWS = 10_000;
const SHARES: readonly (readonly [least: number, share: number])[] = [
  [10, 0.01],
  [7, 0.03],
  [0, 0.1],
];

/** @param now monotonic milliseconds. */
export function openFrequencies(now: () => number): Frequencies {
  let known: { readonly until: number; readonly frequencies: KnownFrequencies } | undefined;
  return async (from, ask) => {
    if (known === undefined || now() >= known.until) {
      known = { until: now() + KEEP, frequencies: await readFrequencies(from, ask) };
    }
    return known.frequencies;
  };
}

async function readFrequencies(
  { table, fields }: PostgresTable,
  ask: AskPostgres,
): Promise<KnownFrequencies> {
  const [row] = await ask({
    text: `
      select class.reltuples::bigint as rows, stats.most_common_elems::text::text[] as lexemes,
        stats.most_common_elem_freqs as shares
      from pg_class as class join pg_namespace as namespace on namespace.oid = class.relnamespace
      left join pg_stats as stats on stats.schemaname = namespace.nspname and stats.tablename = class.relname
        and stats.attname = $2
      where class.oid = to_regclass($1)
      order by stats.inherited desc nulls last limit 1`,
    values: [quotedTable(table), fields.words ?? ''],
  });
  const lexemes = readArray(row?.lexemes);
  const shares = readArray(row?.shares).map(Number);
  const rows = Number(row?.rows ?? 0);
  const byLexeme = new Map(lexemes.map((lexeme, at) => [lexeme, shares[at] ?? 0]));
  // Behind the shares of the lexemes stands the least of them.
  const rarest = (shares[lexemes.length] ?? 0) / 2;
  const isKnown = rows > 0 && lexemes.length > 0 && rarest > 0;
  return {
    rows: rows > 0 ? rows : USUAL_ROWS,
    shareOf(query) {
      const words = [...query.matchAll(/'((?:[^']|'')+)'/g)].map(([, word = '']) =>
        word.replaceAll("''", "'"),
      );
      const each = words.map((word) => (isKnown ? (byLexeme.get(word) ?? rarest) : usualShare(word)));
      return Math.min(1, ...each);
    },
  };
}

function usualShare(word: string): number {
  if (/\p{N}/u.test(word)) return 0.02;
  return SHARES.find(([least]) => word.length >= least)?.[1] ?? 1;
}

/** An array as the server writes it: `{a,"b c",d}`. */
function readArray(text: string | null | undefined): string[] {
  const items = text?.slice(1, -1).matchAll(/"((?:[^"\\]|\\.)*)"|([^,]+)/g) ?? [];
  return [...items].map(([, quotedItem, plain]) => plain ?? (quotedItem ?? '').replace(/\\(.)/g, '$1'));
}
