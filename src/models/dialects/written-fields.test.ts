import { expect, it } from 'vitest';
import { adjustedOptions, withTextBehind, writtenFields } from './written-fields.ts';

it('what the provider is sent of a body is what it has, and what nobody here reads', () => {
  const body = {
    model: 'm',
    user: 'u',
    seed: null,
    tools: [],
    of_tomorrow: 1,
    nothing_of_tomorrow: null,
    left: 2,
  };
  const unread = ['of_tomorrow', 'nothing_of_tomorrow'];
  const written = { dialect: 'chat-completions', body, unread, sources: new Map() } as const;
  expect(writtenFields(written, new Set(['user', 'seed', 'tools']))).toEqual({
    user: 'u',
    of_tomorrow: 1,
    nothing_of_tomorrow: null,
  });
});

it('an option of a stream that was asked for and is not sent is named', () => {
  const ours = { include_usage: true, include_obfuscation: false };
  const named = ['stream_options.include_obfuscation=false'];
  expect(adjustedOptions({ include_obfuscation: true, include_usage: true }, ours)).toEqual(named);
  expect(adjustedOptions({ include_usage: false }, ours)).toEqual([]);
  expect(adjustedOptions({ include_obfuscation: false }, ours)).toEqual([]);
  expect(adjustedOptions(undefined, ours)).toEqual([]);
  expect(adjustedOptions({ include_obfuscation: true })).toEqual([]);
});

it('a text is put behind a message, whatever form that has', () => {
  expect(withTextBehind('Why?', 'Evidence.')).toBe('Why?\n\nEvidence.');
  expect(withTextBehind('', 'Evidence.')).toBe('Evidence.');
  expect(withTextBehind(null, 'Evidence.')).toBe('Evidence.');
  const part = { type: 'text', text: 'Why?' };
  expect(withTextBehind([part], 'Evidence.')).toEqual([part, { type: 'text', text: 'Evidence.' }]);
});
