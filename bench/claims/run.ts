/**
 * Measures the local claim analysis: `npm run bench:claims -- DATA`, where DATA holds the sets. Prints its
 * tables and writes them between their markers in `bench/RESULTS.md`, and the reliability diagram beside it.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readLabelled, readRows } from '../../scripts/train-claims/read-examples.ts';
import type { Validation } from '../../scripts/train-claims/validate.ts';
import { meanMacroF1, validationTable, worthinessTable } from '../../scripts/train-claims/write-card.ts';
import { writeSection } from '../write-section.ts';
import { drawReliability } from './draw-reliability.ts';
import REAL_SPLITS from './real-splits.json' with { type: 'json' };
import { judgeTexts, kindsTable, readTexts } from './score-kinds.ts';
import { judgePasted, pastedTable, readPasted } from './score-pasted.ts';
import {
  categoryScore,
  type DividedText,
  detectionTable,
  normalizationTable,
  speedTable,
  splittingTable,
} from './tabulate-claims.ts';
import { languageTable } from './tabulate-languages.ts';

const SHORT = join(import.meta.dirname, '..', '..', 'test', 'detection', 'short.txt');
const LANGUAGES = join(import.meta.dirname, '..', '..', 'test', 'detection', 'languages.tsv');
const ROOT = join(import.meta.dirname, '..');
const DIAGRAM = 'claims-reliability.svg';
const TITLE = 'Claims, found and stated without a model call';

function readDivided(directory: string): DividedText[] {
  const texts = new Map<string, string>();
  for (const { id, post } of readRows(directory, 'normalize')) texts.set(String(id), String(post));
  for (const { id, text, unit, context } of readRows(directory, 'extract')) {
    texts.set(String(id), String(unit === 'response' ? text : context));
  }
  return Object.entries(REAL_SPLITS).map(([id, offsets]) => ({ text: texts.get(id) ?? '', offsets }));
}

async function main(args: readonly string[]): Promise<number> {
  const [directory] = args;
  if (!directory) {
    process.stderr.write('usage: npm run bench:claims -- DATA\n');
    return 2;
  }
  const began = performance.now();
  const detector = await import('../../src/engine/claims/detect.ts');
  const loaded = performance.now() - began;

  const model = join(ROOT, '..', 'src', 'engine', 'claims', 'model', 'validation.json');
  const validation = JSON.parse(readFileSync(model, 'utf8')) as Validation;
  const examples = readLabelled(directory);
  const posts = readRows(directory, 'normalize').map((row) => ({
    post: String(row.post),
    claim: String(row.claim),
    set: String(row.dataset) === 'clan' ? 'CLAN (en)' : `CheckThat! 2025 (${String(row.lang)})`,
  }));

  const section = `
### Detection, cross-validated

Five folds; a speech, an answer, or posts that repeat each other are never divided. One threshold, 0.5, for all. *Never
seen*: the whole set was left out of training. The debates' labels mean something narrower, so that only their AUC counts.

${validationTable(validation)}

Mean macro-F1 of speeches, answers and tweets: **${meanMacroF1(validation, 'seenGenre').toFixed(3)}**; of genres never seen: ${meanMacroF1(validation, 'unseenGenre').toFixed(3)}.

![Reliability of the detector](${DIAGRAM})

### Detection in texts of many kinds

Whole texts, written and labelled apart from everything that the detector learned from (\`test/detection/everyday.txt\`).

${kindsTable(judgeTexts(readTexts(), detector.detectClaims))}

Sentences of 2 to 10 words, each by itself, as people type them (\`test/detection/short.txt\`):

${kindsTable(judgeTexts(readTexts(SHORT), detector.detectClaims))}

### Detection in what people paste

Documents of lists, tables, rules, posts and references, each line, row and sentence labelled (\`pasted.txt\`). What is cut is found wrongly,
and what names its subject must say it in \`text\`. Every fifth document was not looked at while the detector was changed.

${pastedTable(judgePasted(readPasted(), detector.detectClaims))}

### Detection in other languages

Sentences written and labelled apart as well (\`test/detection/languages.tsv\`).

${languageTable(LANGUAGES, detector.claimProbability)}

### Check-worthiness, cross-validated

The same folds.

${worthinessTable(validation)}

### Categories

Macro-F1 on two hundred claims of ours, labelled before the rules were written and their tests since: ${categoryScore().toFixed(3)}.

### Speed, one core

${speedTable(examples, detector, loaded)}

### Sentences

The first two sets are the splitter's own tests: *ours* was written until it divided them all. The answers and posts of
the sets are those of \`real-splits.json\`, chosen because they are hard; how a reader divides them was decided before their rules
were written.

${splittingTable(examples, readDivided(directory))}

### Normalizing posts by rule

METEOR with exact and stemmed words, no synonyms; words and marks are tokens.

${normalizationTable(posts)}
`;

  process.stdout.write(`## ${TITLE}\n${section}`);
  // Not for the page: of the sets that the weights were trained on it shows what was learned by heart.
  process.stdout.write(
    `\nThe weights as shipped, on these files:\n\n${detectionTable(examples, detector.claimProbability)}\n`,
  );
  writeSection('claims', TITLE, section);
  writeFileSync(join(ROOT, DIAGRAM), drawReliability(validation));
  return 0;
}

process.exitCode = await main(process.argv.slice(2));
