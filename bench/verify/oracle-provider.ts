/** The oracle as a provider over HTTP. Each request to the gateway has a key of its own: by it, it is known whose claims are judged. */
import type { ServerResponse } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { textMessage } from '../../src/domain/chat.ts';
import type { Verdict } from '../../src/domain/claim.ts';
import { readQuestion } from '../../src/engine/factcheck/judge/judge-in-tests.ts';
import { bareText } from '../../src/engine/text/words-of.ts';
import { startFakeProvider } from '../../test/harness/fake-provider.ts';
import { countTokens, readPrompt } from '../../test/harness/judging-provider.ts';
import { startStream, WIRES } from '../../test/harness/provider-wires.ts';
import { type AskFurther, judgeBlock, type OracleClaim, readClaims, wholeOf } from './oracle.ts';

/** What one request to the gateway is about. */
export interface Matter {
  readonly known: readonly OracleClaim[];
  readonly askFurther: AskFurther;
  /** Whether the reader knows what sentences say. */
  readonly reads: boolean;
  /** What the model answers, where it is asked for an answer. */
  readonly answer?: string;
}

/** What happened for one request. */
export interface Hearing extends Matter {
  judgeCalls: number;
  readingCalls: number;
  /** UTF-16 units of all prompts of judge and reader. */
  characters: number;
  /** Blocks and parts that are like no known claim. */
  unknown: number;
  /** Claims, and parts of sentences, that the judge was asked about. */
  readonly asked: Set<OracleClaim>;
  /** Claims of which a deciding sentence was shown when they were first judged, and at any time. */
  readonly shownFirst: Set<OracleClaim>;
  readonly shown: Set<OracleClaim>;
  /** Of each claim that was judged, as `bareText` gives it, the last verdict on each of its statements. */
  readonly said: Map<string, Map<string, Verdict>>;
}

/** @returns what the oracle said of a claim last; nothing where it was not asked. */
export function saidOf({ said }: Hearing, text: string): Verdict | undefined {
  const statements = said.get(bareText(text));
  return statements === undefined ? undefined : wholeOf([...statements.values()]);
}

/** Milliseconds between the words of an answer. */
const PACE = 5;

export async function startOracle() {
  const hearings = new Map<string, Hearing>();
  const wire = WIRES.openai;

  const judge = (hearing: Hearing, system: string, user: string): object => {
    hearing.judgeCalls += 1;
    const messages = [textMessage('system', system), textMessage('user', user)];
    const verdicts = readQuestion({ messages, stream: false }).blocks.flatMap((block) => {
      const { answers, said } = judgeBlock(block, hearing.known, hearing.askFurther);
      const statements = hearing.said.get(bareText(block.claim));
      const isFirst = statements === undefined;
      const before = said.length > 1 ? (statements ?? []) : [];
      const now = said.map(({ statement, verdict }) => [statement, verdict] as const);
      hearing.said.set(bareText(block.claim), new Map([...before, ...now]));
      for (const { claim, shown } of said) {
        if (claim === undefined) hearing.unknown += 1;
        else hearing.asked.add(claim);
        for (const one of shown) {
          hearing.shown.add(one);
          if (isFirst) hearing.shownFirst.add(one);
        }
      }
      return answers;
    });
    return { verdicts };
  };

  const read = (hearing: Hearing, user: string): object => {
    hearing.readingCalls += 1;
    return { readings: readClaims(user, hearing.known, hearing.reads) };
  };

  const write = async (answer: string, response: ServerResponse): Promise<void> => {
    startStream(response);
    response.write(wire.opening);
    for (const word of answer.split(/(?= )/)) {
      await delay(PACE);
      response.write(wire.delta(word));
    }
    response.end(wire.end);
  };

  const fake = await startFakeProvider((request, response) => {
    fake.received.length = 0;
    const hearing = hearings.get(String(request.headers.authorization).replace(/^Bearer /, ''));
    if (hearing === undefined) return void response.writeHead(401).end();
    const { system, user } = readPrompt(request);
    const isJudge = system.startsWith('You judge claims');
    if (!isJudge && !system.startsWith('You read claims')) return write(hearing.answer ?? '', response);
    hearing.characters += system.length + user.length;
    const text = JSON.stringify(isJudge ? judge(hearing, system, user) : read(hearing, user));
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(JSON.stringify(wire.whole(text, countTokens(system + user, text))));
  });

  return {
    url: `${fake.url}/openai/v1`,
    /** @returns the key that the request is to be made with, and what happens for it from now on. */
    hear(matter: Matter): { readonly key: string; readonly hearing: Hearing } {
      const key = `sk-oracle-${hearings.size}`;
      const hearing: Hearing = {
        ...matter,
        judgeCalls: 0,
        readingCalls: 0,
        characters: 0,
        unknown: 0,
        asked: new Set(),
        shownFirst: new Set(),
        shown: new Set(),
        said: new Map(),
      };
      hearings.set(key, hearing);
      return { key, hearing };
    },
    stop: fake.stop,
  };
}
