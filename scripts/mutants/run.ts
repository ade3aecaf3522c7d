/**
 * `npm run mutants -- --sample N --seed WORD --files GLOB --changed --floor SHARE`
 *
 * Puts one small fault at a time into a copy of the checkout, and says which of them no test notices: first the tests
 * beside the file, then the next ones that import it. Ends with 1 where ten or more were tried, and fewer of them are
 * noticed than the floor.
 *
 * --seconds: what the tests of one mutant may take at each step, else it counts as noticed; where they take longer
 * without the mutant too, it counts as not tried. --wider: how many files of
 * tests are tried behind the nearest. --box: seconds after which no further mutant is begun.
 */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { findMutants, type Mutant } from './find-mutants.ts';
import { createTestFinder } from './nearest-tests.ts';
import { copyCheckout, listFiles, listTests, runTests } from './run-tests.ts';

const root = path.resolve(import.meta.dirname, '../..');
const CODE =
  /^src\/(?:engine|gateway\/(?:chat|admission)|models)\/(?!.*(?:data|model|__fixtures__)\/).*\.ts$/;

/** Mutants from which on their share is no chance: fewer are tried where time ran out, or few were asked for. */
const MEANINGFUL = 10;

const { values } = parseArgs({
  options: {
    sample: { type: 'string', default: '40' },
    seed: { type: 'string', default: '1' },
    files: { type: 'string', default: 'src/**' },
    changed: { type: 'boolean', default: false },
    floor: { type: 'string', default: '.85' },
    wider: { type: 'string', default: '40' },
    seconds: { type: 'string', default: '60' },
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
const testsOf = createTestFinder(
  copy,
  files.filter((file) => file.endsWith('.ts')),
  listTests(copy),
);
const nearest = new Set(chosen.flatMap(({ file }) => testsOf(file).nearest));
if (nearest.size > 0) {
  const { passed, output } = await runTests(copy, [...nearest], 600);
  if (!passed) throw new Error(`The tests fail without a mutant:\n${output}`);
}

const caught = { nearest: 0, wider: 0 };
let tried = 0;
const end = performance.now() + box * 1000;
for (const { file, source, mutants } of chosen) {
  if (performance.now() > end) break;
  tried++;
  const mutant = mutants[rank(file, mutants[0]?.start ?? 0, 'variant') % mutants.length] as Mutant;
  const by = await findCatcher(file, source, mutant);
  if (by === 'late') tried--;
  else if (by !== undefined) caught[by]++;
  const line = source.slice(0, mutant.start).split('\n').length;
  const outcome =
    by === undefined ? 'SURVIVED' : by === 'late' ? 'NOT TRIED, for want of time' : `caught by ${by}`;
  console.log(`${outcome}  ${file}:${line}  ${mutant.operator}`);
  if (by === undefined) console.log(describe(source, mutant));
}

const share = (caught.nearest + caught.wider) / Math.max(tried, 1);
console.log(
  `${caught.nearest + caught.wider} of ${tried} caught (${Math.round(share * 100)} %), ${caught.nearest} by the nearest tests`,
);
if (tried >= MEANINGFUL && share < floor) process.exitCode = 1;

async function findCatcher(file: string, source: string, { start, end, text }: Mutant) {
  const tests = testsOf(file);
  const write = (content: string) => writeFileSync(path.join(copy, file), content);
  try {
    for (const step of ['nearest', 'wider'] as const) {
      const some = step === 'nearest' ? tests.nearest : tests.wider.slice(0, widest);
      if (some.length === 0) continue;
      write(source.slice(0, start) + text + source.slice(end));
      const { passed, failed } = await runTests(copy, some, seconds);
      write(source);
      // The nearest ones have passed without a mutant.
      if (passed) continue;
      if (step === 'nearest') return step;
      const without = await runTests(copy, failed, seconds);
      if (without.passed) return step;
      if (without.isLate) return 'late';
    }
    return undefined;
  } finally {
    write(source);
  }
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
