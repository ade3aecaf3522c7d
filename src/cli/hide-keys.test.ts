import { expect, it } from 'vitest';
import { hideValues } from './hide-keys.ts';

const OWN_KEY = 'plainwordkeyofmyown';

it.each([
  `error: too many arguments for 'set'. Expected 0 arguments but got 1: ${OWN_KEY}.`,
  `error: unknown command '${OWN_KEY}'`,
  `error: unknown option '--key=${OWN_KEY}'`,
  `error: unknown option '-k=short'`,
  `error: option '--per-hour <n>' argument '${OWN_KEY}' is invalid. It must be a whole number from 1.`,
])('%s is shown without the value', (message) => {
  const shown = hideValues(message);
  expect(shown).not.toContain(OWN_KEY);
  expect(shown).not.toContain('short');
  expect(shown).toMatch(/^error: /);
});

it.each([
  "error: unknown command 'lst'\n(Did you mean list?)",
  "error: unknown option '--loud'",
  "error: unknown option '--a-flag-that-is-rather-long'",
  "error: required option '--plan-with-a-long-name <name>' not specified",
  "error: option '--per-hour <n>' argument 'many' is invalid. It must be a whole number from 1.",
])('%s is shown as it is', (message) => {
  expect(hideValues(message)).toBe(message);
});
