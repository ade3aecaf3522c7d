/**
 * Front-ends such as Open WebUI and LibreChat, which ask by OpenAI's package, let their users name a model, show the text of the
 * answer, and send back what they showed.
 */
import OpenAI from 'openai';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { runInTests } from '../../src/cli/run-in-tests.ts';
import type { Pair } from '../../src/engine/judge/pair-scorer.ts';
import { fakeJudge, REFUTES, SUPPORTS, UNSURE } from '../harness/fake-judge.ts';
import { type JudgingProvider, sayCounted, startJudgingProvider } from '../harness/judging-provider.ts';
import { envFor } from '../harness/provider-wires.ts';
import { type Gateway, severalProcesses, startGateway } from '../harness/start-gateway.ts';

const FALSE = 'The Oberklamm bridge was opened to traffic in 1991.';
const TRUE = 'The Oberklamm bridge was opened to traffic in 1987.';
const SOURCE = `${TRUE} ${'It is a bridge like many others in the canton. '.repeat(15)}`;
const QUESTION = 'When was the Oberklamm bridge opened to traffic?';
const judgePair = ({ claim, passage }: Pair) => {
  if (!passage.includes('1987')) return UNSURE;
  return claim === FALSE ? REFUTES : claim === TRUE ? SUPPORTS : UNSURE;
};
const KEY = 'sk-of-somebody-0123456789';
type Messages = OpenAI.ChatCompletionMessageParam[];

// A judge of a test reaches no other process.
describe.skipIf(severalProcesses)('a front-end that shows text alone', () => {
  let provider: JudgingProvider;
  let gateway: Gateway;
  let client: OpenAI;
  beforeAll(async () => {
    provider = await startJudgingProvider();
    gateway = await startGateway({
      env: envFor(provider),
      yaml: `
plans: { default: enterprise }
profiles:
  noted: { action: { do: append } }
  again: { action: { do: retry } }
  guarded: { action: { do: withhold, message: Not shown. } }`,
      app: { judge: fakeJudge(judgePair) },
    });
    const document = JSON.stringify({ id: '1', title: 'Bridges', url: 'https://example.org/b', text: TRUE });
    const env = { CLAIMGATE_DATA_DIR: gateway.dataDir };
    expect((await runInTests(['corpus', 'add', '-'], env, document)).code).toBe(0);
    client = new OpenAI({ apiKey: KEY, baseURL: `${gateway.url}/v1`, maxRetries: 0 });
    // A provider has accepted the key: its caller may read the operator's documents.
    await client.chat.completions.create({
      model: 'gpt-6-luna',
      messages: [{ role: 'user', content: 'Hello' }],
    });
  });
  afterAll(() => Promise.all([gateway.stop(), provider.stop()]));
  beforeEach(() => provider.reset());

  /** What a person reads. */
  const show = async (model: string, messages: Messages, stream: boolean): Promise<string> => {
    if (!stream) {
      const { choices } = await client.chat.completions.create({ model, messages });
      return choices[0]?.message.content ?? '';
    }
    let shown = '';
    for await (const chunk of await client.chat.completions.create({ model, messages, stream: true })) {
      shown += chunk.choices[0]?.delta.content ?? '';
    }
    return shown;
  };
  const answerInTurn = (...answers: readonly string[]): void => {
    let at = 0;
    provider.answer((request, response) =>
      sayCounted([answers[Math.min(at++, answers.length - 1)] as string], { prompt: 7, completion: 5 })(
        request,
        response,
      ),
    );
  };

  const WHERE: readonly (readonly [string, Messages])[] = [
    ['the operator’s documents', []],
    ['a document that the front-end puts in', [{ role: 'system', content: SOURCE }]],
  ];
  describe.each(WHERE)('against %s', (_where, before) => {
    describe.each([
      ['whole', false],
      ['streamed', true],
    ])('%s', (_form, stream) => {
      it.each([
        ['noted', [FALSE], FALSE, (shown: string) => expect(shown).toMatch(/1991\.”: refuted\. “.*1987/)],
        ['again', [FALSE, TRUE], TRUE, (shown: string) => expect(shown).toBe(TRUE)],
        ['guarded', [FALSE], 'Not shown.', (shown: string) => expect(shown).toBe('Not shown.')],
      ])('is corrected by %s, and the model is sent its own words', async (profile, said, own, check) => {
        const model = `gpt-6-luna@${profile}`;
        answerInTurn(...said);
        const asked: Messages = [...before, { role: 'user', content: QUESTION }];
        const shown = await show(model, asked, stream);
        check(shown);
        provider.reset();
        answerInTurn('You are welcome.');
        const further: Messages = [
          ...asked,
          { role: 'assistant', content: shown },
          { role: 'user', content: 'Thank you.' },
        ];
        expect(await show(model, further, stream)).toBe('You are welcome.');
        const sent = (provider.asked[0]?.body.messages ?? []) as { role: string; content: string }[];
        expect(sent.filter(({ role }) => role === 'assistant')).toEqual([
          { role: 'assistant', content: own },
        ]);
      });
    });
  });
});
