import { describe, expect, it } from 'vitest';
import { isAspect, readQuestion, readTitle } from './read-title.ts';

describe('a title', () => {
  it.each([
    ['## Marie Curie', { aspect: false, name: 'Marie Curie' }],
    ['**About the Eiffel Tower:**', { aspect: false, name: 'The Eiffel Tower' }],
    ['1. Who was Marie Curie?', { aspect: false, name: 'Marie Curie' }],
    ['Key facts', { aspect: true }],
    ['Key facts about the Eiffel Tower', { aspect: true, name: 'The Eiffel Tower' }],
    ['The life of Marie Curie, a physicist', { aspect: true, name: 'Marie Curie' }],
    ["Marie Curie's early life", { aspect: true, name: 'Marie Curie' }],
    ["James' early life", { aspect: true, name: 'James' }],
    ['Tesla: An overview', { aspect: true, name: 'Tesla' }],
    ['Marie Curie (1867–1934)', { aspect: false, name: 'Marie Curie' }],
    ['Marie Curie (physicist)', { aspect: false, label: 'Marie Curie (physicist)' }],
    ['History: Early life', { aspect: true }],
    ['Facts about History', { aspect: true }],
    ['Common myths', { aspect: false, caveat: 'Common myths' }],
    ['If it freezes:', { aspect: false, caveat: 'If it freezes' }],
    // No names.
    ['Some Things', { aspect: false, label: 'Some Things' }],
    ['Chapter 3', { aspect: false, label: 'Chapter 3' }],
    ['Getting There', { aspect: false, label: 'Getting There' }],
    ['Red Pandas', { aspect: false, label: 'Red Pandas' }],
    ['Steve Jobs', { aspect: false, name: 'Steve Jobs' }],
    ['our new bridge', { aspect: false, label: 'our new bridge' }],
    // Too long for a label, or more than one.
    ['one two three four five six seven', { aspect: false, label: 'one two three four five six seven' }],
    ['one two three four five six seven eight', { aspect: false }],
    [`our ${'x'.repeat(56)}`, { aspect: false, label: `our ${'x'.repeat(56)}` }],
    [`our ${'x'.repeat(57)}`, { aspect: false }],
    ['our bridge; it burned', { aspect: false }],
    ['***', { aspect: false }],
    [`Rome ${'x'.repeat(155)}`, { aspect: false }],
    [`Rome and ${'x '.repeat(40)}facts`, { aspect: true }],
    [`Rome and ${'x '.repeat(73)}facts`, { aspect: true }],
    [`Rome and ${'x '.repeat(74)}facts`, { aspect: false }],
  ])('%s', (line, title) => {
    expect(readTitle(line)).toEqual(title);
  });

  it.each([
    ['Early life', true],
    ['Location', true],
    ["Marie Curie's early life", false],
    ['Marie Curie', false],
    ['our bridge', false],
  ])('that names a part of what a list is about: %s', (label, is) => {
    expect(isAspect(label)).toBe(is);
  });
});

describe('a question about one name', () => {
  it.each([
    ['Who was Marie Curie?', 'Marie Curie', 'person'],
    ["Who's Marie Curie", 'Marie Curie', 'person'],
    ['Write a biography of Marie Curie.', 'Marie Curie', 'person'],
    ['What is the Eiffel Tower?', 'The Eiffel Tower', 'thing'],
    ['Tell me about Tesla', 'Tesla', 'either'],
    ['Tell me about Tesla Inc.', 'Tesla Inc.', 'either'],
    ['Tell me about Tesla.', 'Tesla', 'either'],
    ['Hello!\nSummarize the history of Rome please.', 'Rome', 'either'],
  ])('%s', (question, name, kind) => {
    expect(readQuestion(question)).toEqual({ name, kind });
  });

  it.each([
    'Is Rome old?',
    'Tell me about bridges.',
    'Tell me about Some People.',
    'Who was Marie Curie?\nAnd why?',
    `Who was ${'A'.repeat(160)}?`,
  ])('not: %s', (question) => {
    expect(readQuestion(question)).toBeUndefined();
  });

  it('is short', () => {
    // 8 units, the name and the mark.
    expect(readQuestion(`Who was A${'b'.repeat(150)}?`)?.name).toHaveLength(151);
    expect(readQuestion(`Who was A${'b'.repeat(151)}?`)).toBeUndefined();
  });
});
