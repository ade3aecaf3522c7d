/** The model card: what was trained, on what, how well it does where, and what it cannot do. */
import { FEATURE_COUNT, SHAPE_SIZE } from '../../src/engine/claims/features.ts';
import { foreignSection } from './describe-foreign.ts';
import { SOURCE_WEIGHTS } from './fit-detector.ts';
import { FILTERS, HIDDEN } from './fit-network.ts';
import type { Example, Source } from './read-examples.ts';
import { VECTOR_SIZE } from './read-vectors.ts';
import type { ForeignValidation } from './train-foreign.ts';
import type { Figures, Validation } from './validate.ts';

const ORIGIN: Readonly<Record<Source, readonly [what: string, licence: string]>> = {
  policlaim: ['PoliClaim (Ni et al. 2024, AFaCTA): speeches of US governors', 'not stated'],
  tweets: ['CheckThat! 2020 Task 1: tweets on COVID-19', 'not stated'],
  answers: ['Factcheck-Bench (Wang et al. 2023): sentences of ChatGPT answers', 'Apache-2.0'],
  debates: [
    'ClaimBuster (Arslan et al. 2020) as released by CheckThat! 2024 Task 1: US presidential debates; its labels say worth checking, which is narrower',
    'CC-BY-4.0',
  ],
  statements: [
    'claims and sentences that fact checkers worked on: SciFact, HealthVer, Climate-FEVER, Fool Me Twice, FActScore, FEVERFact; positives only',
    'CC-BY-4.0, not stated, not stated, Apache-2.0, MIT, not stated',
  ],
  reviewed: [
    'claims that fact-checkers took up: CLAN (Sundriyal et al. 2023); positives only, for the check-worthiness',
    'not stated',
  ],
  'chat-none': [
    'chat text without claims, written for this: patterns in `scripts/train-claims/chat-negatives.ts`',
    'this repository',
  ],
  'chat-facts': [
    'statements of fact, written for this: patterns in `scripts/train-claims/chat-positives.ts`',
    'this repository',
  ],
  talk: [
    'assistants about themselves, announcements, hedges, wishes, small talk, and facts in their clothes, written for this: `scripts/train-claims/written/en-talk.tsv`',
    'this repository',
  ],
  texts: [
    'instructions, advice, opinions, fiction, examples, sarcasm, and facts that look like them, written for this: `en-texts.tsv`',
    'this repository',
  ],
  posts: ['posts with and without claims, written for this: `en-posts.tsv`', 'this repository'],
  passages: [
    'sentences of newsletters, stories, biographies, answers and other texts, written for this: `en-passages.tsv`',
    'this repository',
  ],
  short: [
    'claims of a few words, as people type them, and what looks like them, written for this: `en-short.tsv`',
    'this repository',
  ],
  pasted: [
    'rules, rights, duties, prices, terms, what does not exist, properties and rows of tables, results, features, changelogs, leaflets, minutes and rumours, and labels, titles, slogans, ingredients, steps, advice and offers beside them, written for this: `en-pasted.tsv`',
    'this repository',
  ],
};

export const SET_NAMES: Readonly<Partial<Record<Source, string>>> = {
  policlaim: 'PoliClaim (speeches)',
  answers: 'Factcheck-Bench (ChatGPT answers)',
  tweets: 'CheckThat! 2020 (tweets)',
  debates: 'CheckThat! 2024 (debates; narrower labels)',
  talk: 'written: talk',
  texts: 'written: texts',
  posts: 'written: posts',
  passages: 'written: whole texts',
  short: 'written: a few words',
  pasted: 'written: rules and properties',
};

function figureCells({ f1, macroF1, interval, auc, ece }: Figures): string {
  const [low, high] = interval;
  return `${f1.toFixed(3)} | ${macroF1.toFixed(3)} (${low.toFixed(2)}–${high.toFixed(2)}) | ${auc.toFixed(3)} | ${ece.toFixed(3)}`;
}

export function validationTable(validation: Validation): string {
  const rows = validation.sets.flatMap(({ source, sentences, seenGenre, unseenGenre }) => {
    const name = SET_NAMES[source] ?? source;
    const lines = [`| ${name} | ${sentences} | known | ${figureCells(seenGenre)} |`];
    if (unseenGenre) lines.push(`| | | never seen | ${figureCells(unseenGenre)} |`);
    return lines;
  });
  return [
    '| set | sentences | genre | F1 | macro-F1 (95 %) | AUC | ECE |',
    '|---|---|---|---|---|---|---|',
    ...rows,
  ].join('\n');
}

/** Public sets whose labels mean what the product counts. */
const PUBLIC: readonly Source[] = ['policlaim', 'answers', 'tweets'];

export function meanMacroF1(validation: Validation, genre: 'seenGenre' | 'unseenGenre'): number {
  const scores = validation.sets.flatMap((set) =>
    PUBLIC.includes(set.source) && set[genre] ? [set[genre].macroF1] : [],
  );
  return scores.reduce((sum, score) => sum + score, 0) / scores.length;
}

/** The check-worthiness, on debates and on claims that fact-checkers took up. */
export function worthinessTable({ worthiness }: Validation): string {
  const { precision, withinLength, ece, sentences, worthy, texts, reviewed } = worthiness;
  return `Of ${sentences.toLocaleString('en')} sentences of debates, fact-checkers wanted ${worthy.toLocaleString('en')} checked (CheckThat! 2024), ${((100 * worthy) / sentences).toFixed(0)} %.

| order | average precision | of the first ten claims of a text, worth checking |
|---|---|---|
| \`check_worthiness\` | **${precision.worthiness.toFixed(3)}** | **${texts.byWorthiness.toFixed(1)}** |
| \`confidence\` | ${precision.confidence.toFixed(3)} | ${texts.byConfidence.toFixed(1)} |
| length | ${precision.length.toFixed(3)} | |
| place in the text | | ${texts.byPlace.toFixed(1)} |
| best possible | 1 | ${texts.best.toFixed(1)} |

Texts are ${texts.count} runs of a hundred sentences of debates, with ${texts.claims.toFixed(0)} claims each, ${texts.worthy.toFixed(0)} of them worth checking. Among
sentences of about the same length (fifths) the average precision is ${withinLength.toFixed(3)} in the mean. ECE: ${ece.toFixed(3)}.

Of ${reviewed.claims.toLocaleString('en')} claims that fact-checkers took up (CLAN), it puts one above an ordinary claim with a probability (AUC) of
**${reviewed.written.auc.toFixed(3)}** where the other is one of ${reviewed.written.claims.toLocaleString('en')} written ones, and of **${reviewed.speeches.auc.toFixed(3)}** where it is one of ${reviewed.speeches.claims.toLocaleString('en')} of
governors' speeches (PoliClaim).`;
}

export function writeCard(
  examples: readonly Example[],
  validation: Validation,
  foreign: ForeignValidation,
): string {
  const sources = Object.keys(SOURCE_WEIGHTS) as Source[];
  const sets = sources.map((source) => {
    const own = examples.filter((example) => example.source === source);
    const claims = own.filter((example) => example.label === 1).length;
    const [what, licence] = ORIGIN[source];
    return `| ${what} | ${own.length} | ${claims} | ${SOURCE_WEIGHTS[source]} | ${licence} |`;
  });
  const { slope, intercept } = validation.calibration;
  return `# Model card: the claim detector

Version 4 of \`weights.json\`. It estimates the probability that a sentence contains a *verifiable factual claim*: something
that evidence could show to be true or false, whether or not anyone would want to check it (\`confidence\`). It also
estimates how much somebody would want to check it (\`check_worthiness\`). What follows is of English; other languages
have a section of their own.

## What it is

Half of the score is a logistic regression over ${FEATURE_COUNT.toLocaleString('en')} hashed features (words, character 3- to 5-grams,
1- to 3-grams in which content words are masked by their class or ending, how the sentence begins, its first
finite verb and its subject). The other half is a network: ${HIDDEN} hidden units over ${SHAPE_SIZE} counts (numbers, names,
person, tense, modality, hedges, opinion words, marks) and the mean of the words' vectors, and ${FILTERS} filters that slide over
three tokens at a time, of which the highest value counts (Kim 2014). The vectors are GloVe's, of ${VECTOR_SIZE} dimensions
(Pennington, Socher and Manning 2014; PDDL), for the 20,000 most frequent words. They cover words that no labelled
sentence has; numbers, marks and rare words have learned vectors by their form. For each vector only its contribution to
each unit is stored, so a word costs one look-up. Weights are 8 bits; reading a sentence allocates nothing.

The debates' labels mean *worth a fact-checker's time*. A teacher model learns them with separate deviations, so that
they do not shift the threshold. It then estimates how likely their negatives are to be verifiable, and
the final model learns from those soft labels.

Probability = logistic(${slope.toFixed(4)} · score ${intercept < 0 ? '−' : '+'} ${Math.abs(intercept).toFixed(4)}), slope and intercept fitted on cross-validated scores with equal
weight for each genre, the intercept less a tenth: in doubt a sentence is no claim.

\`check_worthiness\` has a logistic regression of its own over the same features and an output of its own of the network.
Both are trained on the debates, whose labels mean it, and on claims that fact-checkers took up beside claims that nobody
did: written ones, sentences of FActScore and FEVERFact, and governors' speeches. Its slope and intercept are fitted on
cross-validated scores of all of these.

## Trained on

| set | sentences | claims | weight | licence |
|---|---|---|---|---|
${sets.join('\n')}

No sentence of these sets is in this repository.

## How well it does

Cross-validated in five folds at a single threshold, 0.5. A speech, an answer, or posts that repeat each other are
never split between folds. *Never seen* means that the whole set was left out of training: expect this for a new
genre.

${validationTable(validation)}

Mean macro-F1 of speeches, answers and tweets: ${meanMacroF1(validation, 'seenGenre').toFixed(3)}; of genres never seen: ${meanMacroF1(validation, 'unseenGenre').toFixed(3)}.

### Check-worthiness

Measured in the same five folds.

${worthinessTable(validation)}

${foreignSection(foreign)}
## Limits

- Annotators disagree: they label one of two similar sentences a claim and the other not, most often in speeches. No
  model does much better than they agree.
- Check-worthiness is what fact-checkers of US presidential debates wanted checked, and what fact-checkers of posts took
  up, most of it of 2020 to 2022: politics, health, migration, war. A claim of harm on another subject may come low.
- The answers are only 109 sentences, 17 of them without claims; mind the intervals.
- Unmarked fiction reads like fact. A request for a story in the previous message, or "once upon a
  time", marks fiction.
- A first-person statement ("I moved here in 2010") may count as a claim, although most of them cannot be checked.

## Retraining

\`npm run train:claims -- DATA\` with the same data gives the same bytes. The vectors are in
\`scripts/train-claims/word-vectors.json.gz\`, made by \`pack-vectors.ts\` in the same folder.
`;
}
