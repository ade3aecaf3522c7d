/**
 * A provider that writes ten claims of the starter corpus over some seconds, word by word, and judges in 800 ms.
 * GET of any path says how many calls of judge and reader it has had. Arguments: seconds of an answer.
 */

import { agreeable } from '../../src/engine/factcheck/judge/judge-in-tests.ts';
import { readStarterEntries } from '../../src/engine/factcheck/sources/starter/read-entries.ts';
import { splitSentences } from '../../src/engine/text/split-sentences.ts';
import { readPrompt, sayPaced, startJudgingProvider } from '../../test/harness/judging-provider.ts';

const seconds = Number(process.argv[2] ?? 10);
const JUDGE = 800;
const CLAIMS = 10;

const sentences = readStarterEntries().flatMap(({ text }) => {
  const [first] = splitSentences(text);
  return first === undefined ? [] : [text.slice(first.start, first.end)];
});
const provider = await startJudgingProvider();
provider.judge(agreeable, JUDGE);
let answers = 0;
let calls = 0;
provider.answer((request, response) => {
  calls += provider.received.filter((one) => /^You (judge|read) claims/.test(readPrompt(one).system)).length;
  // What is remembered of past rounds would slow this process down.
  provider.received.length = 0;
  provider.calls.length = 0;
  provider.asked.length = 0;
  if (request.method === 'GET') return void response.end(String(calls));
  const from = (answers++ * CLAIMS) % (sentences.length - CLAIMS);
  const words = sentences
    .slice(from, from + CLAIMS)
    .join(' ')
    .split(/(?= )/);
  const after = (seconds * 1_000) / words.length;
  return sayPaced(words.map((text) => ({ text, after })))(request, response);
});
console.log(new URL(provider.url).port);
