import { expect, it } from 'vitest';
import { checkSignature, signThought } from './sign-thought.ts';

const turn = (text: string, more: object = {}) => ({
  messages: [{ role: 'user', content: [{ type: 'text', text, ...more }] }],
});

it('thinking is bound to what stood before it, wherever the cache is marked, and however a text is written', () => {
  const signature = signThought(turn('Hello', { cache_control: { type: 'ephemeral' } }), ['a']);
  expect(checkSignature(signature, turn('Hello'), ['a'])).toBe('true');
  const plain = { messages: [{ role: 'user', content: 'Hello' }] };
  expect(checkSignature(signature, plain, ['a'])).toBe('true');
  const deferred = { name: 'edit', defer_loading: true };
  expect(checkSignature(signature, { ...plain, tools: [deferred] }, ['a'])).toBe('true');
  expect(checkSignature(signature, { ...plain, tools: [{ name: 'edit' }] }, ['a'])).toBe('moved');
  expect(checkSignature(signature, turn('Hello there'), ['a'])).toBe('moved');
  expect(checkSignature(signature, turn('Hello'), ['b'])).toBe('forged');
});
