/**
 * `npm run mutants -- --sample N --seed WORD --files GLOB --changed --floor SHARE`
 *
 * Puts one small fault at a time into a copy of the checkout, and says which of them no test notices: first the tests
 * beside the file, then the next ones that import it. Ends with 1 where ten or more were tried, and fewer of them are
 * noticed than the floor.
 *
 * --seconds: what the tests of one mutant may take at each step, before it is looked at how long they take without it
 * (`find-catcher.ts`). --wider: how many files of tests are tried behind the nearest. --box: seconds after which no
 * further mutant is begun.
 */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { findCatcher } from './find-catcher.ts';
import { findMutants, type Mutant } from './find-mutants.ts';
import { createTestFinder } from './nearest-tests.ts';
import { copyCheckout, listFiles, listTests, runTests } from './run-tests.ts';

const root = path.resolve(import.meta.dirname, '../..');
const CODE =
  /^src\/(?:engine|gateway\/(?:chat|admission)|models)\/(?!.*(?:data|model|__fixtures__)\/).*\.ts$/;

/** Mutants from which on their share is no chance: fewer are tried where time ran out, or few were asked for. */
const MEANINGFUL = 10;

/** Seconds that the tests of a step may take on a busy machine. */
const LONGEST = 1_800;

const { values } = parseArgs({
  options: {
    sample: { type: 'string', default: '40' },
    seed: { type: 'string', default: '1' },
    files: { type: 'string', default: 'src/**' },
    changed: { type: 'boolean', default: false },
    floor: { type: 'string', default: '.85' },
    wider: { type: 'string', default: '40' },
    seconds: { type: 'string', default: '120' },
    box: { type: 'string', default: 'Infinity' },
  },
});
const sample = Number(values.sample);
const floor = Number(values.floor);
const widest = Number(values.wider);
const seconds = Number(values.seconds);
const box = Number(values.box);

const files = listFiles(root);
const changed = execFileSync('git', ['diff', '--name-only', 'HEAD'], { cwd: root, encoding: 'utf8' }).split(
  '\n',
);
const mutated = files.filter(
  (file) =>
    CODE.test(file) &&
    !/\.test\.ts$|-in-tests\.ts$|\.d\.ts$/.test(file) &&
    path.matchesGlob(file, values.files) &&
    (!values.changed || changed.includes(file)),
);
const places = mutated.flatMap((file) => {
  const source = readFileSync(path.join(root, file), 'utf8');
  return findMutants(file, source).map((mutants) => ({ file, source, mutants }));
});

/** The same number for the same words: an order at random that can be had again. */
const rank = (...words: (string | number)[]) =>
  createHash('sha256')
    .update([values.seed, ...words].join(' '))
    .digest()
    .readUInt32BE();
const chosen = places
  .map((place) => ({ ...place, rank: rank(place.file, place.mutants[0]?.start ?? 0) }))
  .sort((a, b) => a.rank - b.rank)
  .slice(0, sample);
console.log(`${chosen.length} of ${places.length} places in ${mutated.length} files, seed ${values.seed}`);

const copy = copyCheckout(root, files);
const fast = new Set(listTests(copy, 'fast'));
const testsOf = createTestFinder(
  copy,
  files.filter((file) => file.endsWith('.ts')),
  [...fast, ...listTests(copy, 'deep')],
);
/** Those that start servers are run where they lie beside the file. */
const run = (tests: readonly string[], limit: number) =>
  runTests(copy, tests, limit, tests.every((test) => fast.has(test)) ? ['fast'] : ['fast', 'deep']);
const sound = new Set<string>();
const caught = { nearest: 0, wider: 0 };
let survived = 0;
let undecided = 0;
const end = performance.now() + box * 1000;
for (const { file, source, mutants } of chosen) {
  if (performance.now() > end) break;
  const mutant = mutants[rank(file, mutants[0]?.start ?? 0, 'variant') % mutants.length] as Mutant;
  const catcher = await tryMutant(file, source, mutant);
  const line = source.slice(0, mutant.start).split('\n').length;
  const place = `${file}:${line}  ${mutant.operator}`;
  if (catcher === undefined) {
    survived++;
    console.log(`SURVIVED  ${place}\n${describe(source, mutant)}`);
  } else if (catcher === 'undecided') {
    undecided++;
    console.log(`NOT DECIDED, for want of time  ${place}`);
  } else {
    caught[catcher.step]++;
    console.log(`caught by ${catcher.step}${catcher.isLate ? ', which did not end' : ''}  ${place}`);
  }
}

const noticed = caught.nearest + caught.wider;
const decided = noticed + survived;
const share = noticed / Math.max(decided, 1);
console.log(
  `${noticed} of ${decided} caught (${Math.round(share * 100)} %), ${caught.nearest} by the nearest tests; ` +
    `${undecided} not decided, ${chosen.length - decided - undecided} not begun`,
);
if (decided >= MEANINGFUL && share < floor) process.exitCode = 1;

function tryMutant(file: string, source: string, { start, end, text }: Mutant) {
  const { nearest, wider } = testsOf(file);
  const runWith = (content: string) => async (tests: readonly string[], limit: number) => {
    writeFileSync(path.join(copy, file), content);
    try {
      return await run(tests, limit);
    } finally {
      writeFileSync(path.join(copy, file), source);
    }
  };
  return findCatcher(
    { nearest, wider: wider.filter((test) => fast.has(test)).slice(0, widest) },
    {
      withMutant: runWith(source.slice(0, start) + text + source.slice(end)),
      without: runWith(source),
      sound,
    },
    // In a box, what is slow is left.
    { first: seconds, most: box === Infinity ? LONGEST : seconds },
  );
}

/** The lines of the mutant, before and after. */
function describe(source: string, { start, end, text }: Mutant): string {
  const from = source.lastIndexOf('\n', start - 1) + 1;
  const to = source.indexOf('\n', end);
  const lines = (sign: string, part: string) => part.split('\n').map((line) => `  ${sign} ${line}`);
  return [
    ...lines('-', source.slice(from, to)),
    ...lines('+', source.slice(from, start) + text + source.slice(end, to)),
  ].join('\n');
}
