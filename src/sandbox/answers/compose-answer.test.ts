import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { detectClaims } from '../../engine/claims/detect.ts';
import { detectDigits } from '../callers-in-tests.ts';
import { composeAnswer } from './compose-answer.ts';
import type { Ending, Prompt } from './prompt.ts';

function ask(text: string, more: Partial<Prompt> = {}, ending: Ending = 'own', detect = detectDigits) {
  const turns = text === '' ? [] : [{ role: 'user' as const, text }];
  const prompt: Prompt = { system: [], turns, format: { type: 'text' }, stop: [], thinking: 0, ...more };
  const answer = composeAnswer(prompt, ending, detect);
  return { ...answer, text: answer.tokens.join('') };
}

describe('an answer in words', () => {
  it('repeats the claims of the last user message and says what would be checked', () => {
    const turns: Prompt['turns'] = [
      { role: 'user', text: 'It has 9 lives.' },
      { role: 'assistant', text: 'It has 8.' },
      { role: 'user', text: 'Really? The cat is 7 years old.' },
    ];
    const { text, finish } = ask('', { turns });
    expect(text).toBe(
      'Welcome to the Claimgate sandbox! I would check 1 claim:\n\n1. The cat is 7 years old.\n\nUse the key of a real provider to get a real answer.',
    );
    expect(finish).toBe('end');
  });

  it('is short and friendly where there is no claim, and reflects the message', () => {
    expect(ask('Good\n  morning!').text).toContain('Is there a claim in “Good morning!”? I see none.');
    expect(ask('').text).toContain('Write a message, and I will list the claims in it.');
  });

  it('stays short for long messages and many claims', () => {
    const many = ask(Array.from({ length: 30 }, (_, i) => `There are ${i} of them.`).join(' ')).text;
    expect(many).toContain('I would check 30 claims:');
    expect(many).toContain('\n20. There are 19 of them.\n… and 10 more.\n');
    expect(many).not.toContain('\n21. ');
    const none = () => [];
    expect(ask('la '.repeat(50_000), {}, 'own', none).text.length).toBeLessThan(400);
    expect(ask('😀'.repeat(500), {}, 'own', none).text.isWellFormed()).toBe(true);
    expect(ask(`\ud800 1 ${'😀'.repeat(200)}`).text.isWellFormed()).toBe(true);
  });

  it('holds no claim of its own: the gateway finds what the caller said, and nothing else', () => {
    const said = ['The Eiffel Tower is 330 metres tall.', 'Shakespeare wrote Hamlet.'];
    const { text } = ask(said.join(' '), {}, 'own', detectClaims);
    expect(detectClaims(text).map((claim) => claim.original_text)).toEqual(said);
    for (const message of [
      'Hello there!',
      'What is the capital of France?',
      'Write a poem about spring.',
      '',
    ]) {
      expect(detectClaims(ask(message, {}, 'own', detectClaims).text)).toEqual([]);
    }
  });
});

describe('an answer that is to be continued', () => {
  const request = 'Continue your answer exactly where it stopped. Repeat nothing of it.';
  const continued = (begun: string, said = request) =>
    ask('', {
      turns: [
        { role: 'user', text: 'The cat is 7 years old.' },
        { role: 'assistant', text: begun },
        { role: 'user', text: said },
      ],
    }).text;

  it('goes on where it stopped, with the rest and nothing else', () => {
    const whole = ask('The cat is 7 years old.').text;
    for (const at of [10, 40, whole.length - 3]) {
      expect(whole.slice(0, at) + continued(whole.slice(0, at))).toBe(whole);
    }
  });

  it('is a whole one where what was begun is of somebody else', () => {
    expect(continued('Once upon a time')).toBe(ask('The cat is 7 years old.').text);
  });

  it('is one to the last message where that asks for something else', () => {
    expect(continued('Welcome', 'Continue with the dog.')).toContain('Continue with the dog.');
  });
});

describe('an answer in JSON', () => {
  it('fits the schema, whatever the last message is', () => {
    const schema = { type: 'object', properties: { claim: { type: 'string' } }, required: ['claim'] };
    const format = { type: 'json_schema', schema } as const;
    expect(JSON.parse(ask('It has 9 lives.', { format }).text)).toEqual({ claim: 'It has 9 lives.' });
    expect(JSON.parse(ask('Hello!', { format }).text)).toEqual({ claim: 'Hello!' });
    expect(JSON.parse(ask('', { format }).text)).toEqual({ claim: 'sandbox' });
  });

  it('is an object where no schema was given', () => {
    const { text } = ask('It has 9 lives.', { format: { type: 'json_object' } });
    expect(JSON.parse(text)).toEqual({ sandbox: true, claims: ['It has 9 lives.'] });
  });
});

describe('the end of an answer', () => {
  it('comes before the earliest stop sequence', () => {
    expect(ask('Hi', { stop: ['Claimgate', ' sandbox'] })).toMatchObject({
      text: 'Welcome to the ',
      finish: 'stop_sequence',
      stopSequence: 'Claimgate',
    });
    expect(ask('Hi', { stop: ['not there'] })).toMatchObject({ finish: 'end', stopSequence: undefined });
  });

  it('may come at once', () => {
    expect(ask('Hi', { stop: ['Welcome'] })).toMatchObject({ text: '', finish: 'stop_sequence' });
  });

  it('is where the scenario says, but for a smaller limit of tokens', () => {
    expect(ask('Hi', {}, 'length')).toMatchObject({ finish: 'length' });
    expect(ask('Hi', {}, 'filtered').tokens).toHaveLength(12);
    expect(ask('Hi', { maxTokens: 3 }, 'filtered')).toMatchObject({
      finish: 'length',
      tokens: { length: 3 },
    });
  });
});

describe('the tokens of an answer', () => {
  it('count reasoning only as far as the limit leaves room for it', () => {
    expect(ask('Hi', { thinking: 64 }).counts.reasoning).toBe(64);
    expect(ask('Hi', { thinking: 64, maxTokens: 5 }).counts).toMatchObject({ text: 5, reasoning: 0 });
    const { counts } = ask('Hi', { thinking: 64, maxTokens: 60 });
    expect(counts.text + counts.reasoning).toBe(60);
  });

  it('count part of a long prompt as cached, in blocks', () => {
    expect(ask('x'.repeat(4_000)).counts).toMatchObject({ prompt: 1004, cached: 0 });
    expect(ask('x'.repeat(8_000)).counts).toMatchObject({ prompt: 2004, cached: 896 });
  });
});

it('is the same for the same request, and never longer than its limit', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: 'grapheme', maxLength: 300 }),
      fc.integer({ min: 1, max: 80 }),
      fc.array(fc.string({ minLength: 1, maxLength: 4 }), { maxLength: 3 }),
      fc.constantFrom<Ending>('own', 'length', 'filtered', 'broken'),
      (text, maxTokens, stop, ending) => {
        const answer = ask(text, { maxTokens, stop }, ending);
        expect(ask(text, { maxTokens, stop }, ending)).toEqual(answer);
        expect(answer.tokens.length).toBeLessThanOrEqual(maxTokens);
        expect(answer.counts.text).toBe(answer.tokens.length);
        expect(answer.text.isWellFormed()).toBe(true);
        for (const sequence of stop) expect(answer.text).not.toContain(sequence);
      },
    ),
  );
});
