/** A gateway that answers with what a test asks for by name. */
import type { ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import fc from 'fast-check';
import { writeLongAnswer } from '../../bench/page/long-answer.ts';
import type { Handler, Received } from '../harness/fake-provider.ts';
import { ANSWERS } from './answer-texts.ts';
import { type FrontGateway, metadataOf, startFrontGateway, streamAnswer } from './front-gateway.ts';
import { anAnswer, type RandomAnswer } from './random-answers.ts';

export interface AnswerGateway extends FrontGateway {
  /** Ends the answer to `Fast` that is being written, at the next heading. */
  finish(): void;
}

export async function startAnswerGateway(): Promise<AnswerGateway> {
  const fast = { isToEnd: false };
  const front = await startFrontGateway((request) => answer(request, fast));
  const finish = (): void => {
    fast.isToEnd = true;
  };
  return { ...front, finish };
}

export const RANDOM: readonly RandomAnswer[] = fc.sample(anAnswer, 12);

/** `Fast` is answered at 500 tokens a second until it is to end, all else with what the name stands for. */
function answer({ method, url, body }: Received, fast: Fast): Handler | undefined {
  if (method !== 'POST' || url !== '/v1/chat/completions') return undefined;
  const messages = body.messages as { content: string }[];
  const asked = messages.at(-1)?.content ?? '';
  if (asked === 'Fast') return (_request, response) => streamFast(response, fast);
  const random = RANDOM[Number(/^Random (\d+)$/.exec(asked)?.[1])];
  const text = random?.text ?? ANSWERS[asked] ?? '';
  const spans = random?.spans ?? spanOf(text, 'The tower is 330 metres tall.');
  const claims = spans.map((span) => claimAt(text, span, messages.length));
  return (_request, response) => streamAnswer(response, text, metadataOf(claims, []));
}

function spanOf(text: string, words: string): RandomAnswer['spans'] {
  const start = text.indexOf(words);
  return start === -1 ? [] : [{ key: 'claim-0', start, end: start + words.length }];
}

function claimAt(text: string, { key, start, end }: RandomAnswer['spans'][number], message: number): object {
  const words = text.slice(start, end);
  const place = { id: key, text: words, original_text: words, role: 'assistant', start, end };
  const verdict = { verdict: 'supported', verdict_confidence: 0.9, explanation: 'So it is.', evidence: [] };
  return { ...place, ...verdict, message_index: message, category: 'event', confidence: 0.9 };
}

interface Fast {
  isToEnd: boolean;
}

const FAST = writeLongAnswer(60_000);
const TOKENS_A_SECOND = 500;

async function streamFast(response: ServerResponse, fast: Fast): Promise<void> {
  fast.isToEnd = false;
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  const write = (delta: object, reason: string | null = null): void => {
    const choices = [{ index: 0, delta, finish_reason: reason }];
    response.write(
      `data: ${JSON.stringify({ id: 'x', object: 'chat.completion.chunk', created: 1, model: 'm', choices })}\n\n`,
    );
  };
  const begun = performance.now();
  let end = FAST.length;
  for (let at = 0; at < end && !response.destroyed; ) {
    if (fast.isToEnd && end === FAST.length) end = FAST.indexOf('## Part', at);
    const due = Math.ceil(((performance.now() - begun) / 1_000) * TOKENS_A_SECOND) * 4;
    for (; at < Math.min(due, end); at += 4) write({ content: FAST.slice(at, Math.min(at + 4, end)) });
    await sleep(2);
  }
  write({ content: 'The last line.' });
  write({}, 'stop');
  response.end('data: [DONE]\n\n');
}
