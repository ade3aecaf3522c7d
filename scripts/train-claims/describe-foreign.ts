/** The model card's section on languages other than English. */
import { languagesTable } from './score-languages.ts';
import type { ForeignValidation } from './train-foreign.ts';

const percent = (share: number): string => `${Math.round(100 * share)} %`;

/** @returns a section in Markdown, from its heading of the second level on. */
export function foreignSection({
  sentences,
  folds,
  unseenLanguage,
  unseenKind,
  worthiness,
}: ForeignValidation): string {
  const kinds = Object.entries(unseenKind).map(([kind, share]) => `${kind} ${percent(share)}`);
  const worths = Object.entries(worthiness).map(
    ([language, { reviewed, others, auc }]) =>
      `| ${language} | ${reviewed} | ${others} | ${auc.toFixed(2)} |`,
  );
  return `## Other languages

Sentences in Spanish, German, French, Italian, Portuguese, Dutch, Polish, Turkish, Arabic, Hindi and Chinese have a
detector of their own, one for all of them: a logistic regression with 8-bit weights over hashed words, pairs and
triples of words, runs of three to five characters within a word, how the sentence begins and ends; over marks, figures,
names and length; and over classes of words that the languages share, such as what marks advice or a report
(\`foreign-classes.json\`). What is in another script is judged by marks, figures and length alone; another language
in Latin letters by all of it.

It was trained on ${sentences} sentences written for it (\`scripts/train-claims/written/\`), about half of them claims.
Its probability is calibrated on the five folds below, and then shifted so that .5 finds most claims.

Each sentence was left out of training once:

${languagesTable(folds)}

Each language was left out of training: expect no more than this of a language that is not among them.

${languagesTable(unseenLanguage)}

Each kind of sentence that claims nothing was left out of training, and so often called a claim all the same:
${kinds.join(', ')}.

All sentences of a language have one author, so expect less of other people's text. Opinions without a word that marks
them, stories and announcements are often called claims.

\`check_worthiness\` has weights of its own over the same features. It learned from claims that fact-checkers took up
(CheckThat! 2025 Task 2; licence not stated) beside the written ones of the same language, both with the same end marks.
How well it tells them apart, in five folds:

| language | taken up | others | AUC |
|---|---|---|---|
${worths.join('\n')}

In other languages of these scripts it goes by marks, figures and what words they share; in other scripts it rises with
the probability that the sentence is a claim, fitted to English debates.
`;
}
