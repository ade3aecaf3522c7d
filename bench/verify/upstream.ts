/**
 * A provider that writes ten claims of the starter corpus over some seconds, word by word, and judges in 800 ms.
 * Arguments: seconds of an answer.
 */

import { readStarterEntries } from '../../src/factcheck/sources/starter/read-entries.ts';
import { agreeable } from '../../src/factcheck/verify/judge-in-tests.ts';
import { splitSentences } from '../../src/text/split-sentences.ts';
import { sayPaced, startJudgingProvider } from '../../test/harness/judging-provider.ts';

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
provider.answer((request, response) => {
  const from = (answers++ * CLAIMS) % (sentences.length - CLAIMS);
  const words = sentences
    .slice(from, from + CLAIMS)
    .join(' ')
    .split(/(?= )/);
  const after = (seconds * 1_000) / words.length;
  // What is remembered of past rounds would slow this process down.
  provider.received.length = 0;
  provider.calls.length = 0;
  provider.asked.length = 0;
  return sayPaced(words.map((text) => ({ text, after })))(request, response);
});
console.log(new URL(provider.url).port);
