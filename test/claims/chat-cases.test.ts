import { describe, expect, it } from 'vitest';
import { detectClaims } from '../../src/engine/claims/detect.ts';
import { CHAT_WITH_CLAIMS, CHAT_WITHOUT_CLAIMS } from './chat-cases.ts';

describe('chat text', () => {
  it('is tried in at least 150 cases', () => {
    expect(Object.values(CHAT_WITHOUT_CLAIMS).flat().length + CHAT_WITH_CLAIMS.length).toBeGreaterThan(150);
  });

  for (const [kind, texts] of Object.entries(CHAT_WITHOUT_CLAIMS)) {
    it.each(texts)(`without a claim (${kind}): %s`, (text) => {
      expect(detectClaims(text)).toEqual([]);
    });
  }

  it.each(CHAT_WITH_CLAIMS)('%s', (text, claims) => {
    const found = detectClaims(text);
    expect(found.map((claim) => claim.text)).toEqual(claims);
    for (const { original_text, start, end } of found) expect(text.slice(start, end)).toBe(original_text);
  });
});
