/** How well claims are told from what claims nothing, by language. */
import type { WrittenExample } from './read-written.ts';

export interface LanguageScore {
  readonly claims: number;
  /** Share of the claims that are found; of those without a digit. */
  readonly recall: number;
  readonly recallWithoutDigits: number;
  /** Share called claims: of wishes, advice and opinions; of all that claims nothing. */
  readonly softAlarms: number;
  readonly falseAlarms: number;
}
export type LanguageScores = Readonly<Record<string, LanguageScore>>;

const SOFT = new Set(['wish', 'advice', 'opinion']);

/** @param isClaim of the example in a row. */
export function scoreLanguages(
  examples: readonly WrittenExample[],
  isClaim: (row: number) => boolean,
): LanguageScores {
  const languages = [...new Set(examples.map(({ language }) => language))];
  const rows = [...examples.keys()];
  return Object.fromEntries(
    languages.map((language) => {
      const own = rows.filter((row) => examples[row]!.language === language);
      const share = (of: (example: WrittenExample) => boolean): number => {
        const asked = own.filter((row) => of(examples[row]!));
        return Number((asked.filter(isClaim).length / Math.max(asked.length, 1)).toFixed(3));
      };
      return [
        language,
        {
          claims: own.filter((row) => examples[row]!.claim).length,
          recall: share(({ claim }) => claim),
          recallWithoutDigits: share(({ claim, text }) => claim && !/\p{Nd}/u.test(text)),
          softAlarms: share(({ claim, kind }) => !claim && SOFT.has(kind)),
          falseAlarms: share(({ claim }) => !claim),
        },
      ];
    }),
  );
}

/** @returns a table in Markdown, one row per language and one for their means. */
export function languagesTable(scores: LanguageScores): string {
  const rows = Object.entries(scores);
  const mean = (of: (score: LanguageScore) => number): number =>
    rows.reduce((sum, [, score]) => sum + of(score), 0) / Math.max(rows.length, 1);
  const all: LanguageScore = {
    claims: rows.reduce((sum, [, { claims }]) => sum + claims, 0),
    recall: mean(({ recall }) => recall),
    recallWithoutDigits: mean(({ recallWithoutDigits }) => recallWithoutDigits),
    softAlarms: mean(({ softAlarms }) => softAlarms),
    falseAlarms: mean(({ falseAlarms }) => falseAlarms),
  };
  const lines = [...rows, ['mean', all] as const].map(([name, score]) => {
    const shares = [score.recall, score.recallWithoutDigits, score.softAlarms, score.falseAlarms];
    return `| ${name} | ${score.claims} | ${shares.map((share) => share.toFixed(2)).join(' | ')} |`;
  });
  return [
    '| language | claims | recall | without digits | wishes, advice, opinions called claims | all false alarms |',
    '|---|---|---|---|---|---|',
    ...lines,
  ].join('\n');
}
