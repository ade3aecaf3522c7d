/**
 * `npm run bench:judge:time`: how long the gateway's own judge takes, on one core, beside its runtime alone; what a request with
 * ten claims and forty passages waits for its verdicts; and what others wait for meanwhile. Into `bench/RESULTS.md`.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, loadavg, tmpdir } from 'node:os';
import path from 'node:path';
import { SHIPPED_MODEL } from '../../src/engine/judge/shipped-model.ts';
import { startChild } from '../start-child.ts';
import { writeSection } from '../write-section.ts';
import { medianOf, timePairs } from './time-pairs.ts';
import { timeRequests } from './time-requests.ts';

const ROOT = path.join(import.meta.dirname, '..', '..');
const load = loadavg()[0]?.toFixed(1);

const [one, eight] = [
  await timePairs(path.join(ROOT, 'scripts', 'train-judge', 'written'), SHIPPED_MODEL, 1),
  await timePairs(path.join(ROOT, 'scripts', 'train-judge', 'written'), SHIPPED_MODEL, 8),
];
const dataDir = mkdtempSync(path.join(tmpdir(), 'claimgate-bench-'));
writeFileSync(
  path.join(dataDir, 'config.yaml'),
  'limits: { detect_per_minute: 1000000, detect_characters_per_minute: 1000000000 }\nlog: { level: warn }\n',
);
const gateway = await startChild(path.join(ROOT, 'src', 'gateway', 'main.ts'), [], {
  ...{ PORT: '0', CLAIMGATE_DATA_DIR: path.join(dataDir, 'data') },
  CLAIMGATE_CONFIG: path.join(dataDir, 'config.yaml'),
});
try {
  const { whole, streamed, stated, alone, beside } = await timeRequests(gateway.port);
  const ms = (value: number): string => value.toFixed(value < 100 ? 1 : 0);
  const row = (name: string, { own, runtime, ratio, tokens }: typeof one): string =>
    `| ${name} | ${tokens} | ${ms(own)} | ${ms(runtime)} | ${ratio.toFixed(2)} |`;
  const section = `
Excerpts of the written pairs that were held back, each beside its claim, as the gateway reads them; milliseconds, medians.
The runtime alone is onnxruntime's \`run\` on the same tensors in one process, without tokens being made of texts. One core.

| pairs at once | tokens of a pair | a pair | the runtime alone | ratio |
|---|---|---|---|---|
${row('1', one)}
${row('8', eight)}

A request with ten claims and forty passages of its own, never asked before, by the sandbox; ${stated} of the ten get a verdict.

| | median, ms | worst, ms |
|---|---|---|
| POST /v1/claims, \`ground\`, whole | ${ms(medianOf(whole))} | ${ms(Math.max(...whole))} |
| a stream with the ten claims as its answer: from the last text to the verdicts | ${ms(medianOf(streamed))} | ${ms(Math.max(...streamed))} |

Other requests (\`detect\` of a sentence, forty a second), 99th percentile: ${ms(alone)} ms alone, ${ms(beside)} ms while such requests are judged one after another.

Measured on ${cpus().length} cores (${cpus()[0]?.model}), Node ${process.version}, with a load of ${load} before it began.
`;
  console.log(section);
  if (!process.argv.includes('--no-write'))
    writeSection('judge-time', 'The time of the gateway’s own judge', section);
} finally {
  await gateway.stop();
  rmSync(dataDir, { recursive: true, force: true });
}
