import { describe, expect, it } from 'vitest';
import { claimProbability, detectClaims } from './detect.ts';
import { probabilityOf, scoreClaim } from './estimate-claim.ts';
import { extractFeatures } from './extract-features.ts';
import { FEATURE_COUNT } from './features.ts';

describe('the detector', () => {
  it('gives the same score again, whatever was read in between', () => {
    const first = scoreClaim('Oxygen was discovered in 1774.');
    scoreClaim('Something else entirely, with many more words than before!');
    expect(scoreClaim('Oxygen was discovered in 1774.')).toBe(first);
  });

  it('has distinct features within bounds, even of long or odd text', () => {
    for (const text of ['', 'a', '.'.repeat(5000), 'word '.repeat(3000), '\ud800', '漢字'.repeat(900)]) {
      const { count, indices } = extractFeatures(text);
      const seen = new Set(indices.subarray(0, count));
      expect(seen.size).toBe(count);
      for (const index of seen) expect(index).toBeLessThan(FEATURE_COUNT);
      expect(Number.isFinite(probabilityOf(scoreClaim(text)))).toBe(true);
    }
  });
});

describe('languages and scripts', () => {
  it.each([
    ['مرحبا! يبلغ عدد سكانها ١٠ ملايين نسمة في عام ٢٠٢٠.', 'يبلغ عدد سكانها ١٠ ملايين نسمة في عام ٢٠٢٠.'],
    ['你好！中华人民共和国成立于1949年10月1日。', '中华人民共和国成立于1949年10月1日。'],
    ['नमस्ते! भारत 15 अगस्त 1947 को स्वतंत्र हुआ।', 'भारत 15 अगस्त 1947 को स्वतंत्र हुआ।'],
    ['ประเทศไทยมีประชากรประมาณ 66 ล้านคนในปี 2023', 'ประเทศไทยมีประชากรประมาณ 66 ล้านคนในปี 2023'],
    ['Hola. La Segunda Guerra Mundial terminó en 1945.', 'La Segunda Guerra Mundial terminó en 1945.'],
    [
      'Danke! Der Eiffelturm ist 330 Meter hoch und steht in Paris.',
      'Der Eiffelturm ist 330 Meter hoch und steht in Paris.',
    ],
    [
      'Спасибо! Вторая мировая война закончилась в 1945 году.',
      'Вторая мировая война закончилась в 1945 году.',
    ],
  ])('finds numbers and dates, where they stand: %s', (text, claim) => {
    expect(detectClaims(text).map(({ start, end }) => text.slice(start, end))).toEqual([claim]);
  });

  it.each([
    '¿Cómo te llamas?',
    'Vielen Dank für die Hilfe!',
    '请给我写一首诗。',
    'مرحبا، كيف حالك؟',
    'मुझे मदद चाहिए।',
    'ขอบคุณมากครับ',
    'Привет, как дела?',
  ])('finds no claim in: %s', (text) => {
    expect(detectClaims(text)).toEqual([]);
    expect(claimProbability(text)).toBeLessThan(0.5);
  });
});
