import { describe, expect, it } from 'vitest';
import { assertsSomething } from './find-statement.ts';
import { openClaimScan } from './scan-stream.ts';

describe('what asserts something', () => {
  it.each([
    'You can return items within 30 days of delivery.',
    'Refunds are issued to the original payment method.',
    'Tenants must give two months’ notice.',
    'Shipping is free.',
    'Price: 20 €',
    'Delivery: 3 days',
    'Das Rückgaberecht beträgt 14 Tage.',
    '返品は三十日以内に可能です。',
    'We do not ship to Norway.',
    'Yes, you can return opened items within 30 days if you keep the receipt.',
    'If you cancel within 14 days, you get your money back.',
    'The warranty does not cover water damage',
  ])('is %s', (sentence) => expect(assertsSomething(sentence)).toBe(true));

  it.each([
    'Hello!',
    'Hi there, welcome!',
    'Thanks for reaching out to us today.',
    'You’re welcome!',
    'How can I help you today?',
    'Would you like to return it?',
    'Let me know if you have any other questions.',
    'Feel free to contact us.',
    'I’m happy to help with that.',
    'I hope this helps!',
    'If you have any further questions, please ask.',
    'Here is what I found:',
    'Here is what I found.',
    'Of course.',
    'Sorry, I could not find that.',
    'I cannot find that in the documents.',
    'The options are:',
    'Best regards',
    'Returns',
    '何かご質問はありますか？',
  ])('is not %s', (sentence) => expect(assertsSomething(sentence)).toBe(false));
});

describe('statements of a text', () => {
  const TEXT =
    'Hello! You can return items within 30 days. We then send you a label.\n\n# Prices\n\n| Plan | Price |\n|---|---|\n| Basic | 10 € |\n| Pro | 20 € |\n\n- Shipping is free.\n\n```\nx = 1\n```\n\nLet me know!';
  const read = (statements: boolean, size = TEXT.length) => {
    const scan = openClaimScan('', 'en', undefined, statements);
    const pieces = TEXT.match(new RegExp(`[\\s\\S]{1,${size}}`, 'g')) ?? [];
    return [...pieces.flatMap((piece) => scan.push(piece)), ...scan.end()];
  };

  it('are found beside its claims, in their places, however the text comes', () => {
    const found = read(true);
    expect(found.map(({ text }) => text)).toEqual([
      'You can return items within 30 days.',
      'We then send you a label.',
      'Plan: Basic; Price: 10 €',
      'Plan: Pro; Price: 20 €',
      'Shipping is free.',
    ]);
    for (const { start, end, original_text } of found) expect(TEXT.slice(start, end)).toBe(original_text);
    for (const size of [1, 7, 30]) expect(read(true, size)).toEqual(found);
  });

  it('are marked, and left out unless they are asked for', () => {
    const claims = read(false);
    const found = read(true);
    expect(found.filter(({ statement }) => statement !== true)).toEqual(claims);
    expect(found.length).toBeGreaterThan(claims.length);
  });
});
