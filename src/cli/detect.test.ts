import { describe, expect, it } from 'vitest';
import { runInTests } from './run-in-tests.ts';

describe('claimgate detect', () => {
  it('says of each text and claim how worth checking it is, and the language', async () => {
    const worthy = 'Unemployment has fallen to 3.5 percent, the lowest in 50 years.';
    const lines = [
      { id: 'a', text: `I was born in a small town in Ohio. ${worthy}` },
      { id: 'b', text: 'Die Mauer fiel am 9. November 1989, und das Land wurde 1990 vereint.' },
      { id: 'c', text: '' },
    ];
    const { code, stdout } = await runInTests(
      ['detect'],
      {},
      lines.map((line) => JSON.stringify(line)).join('\n'),
    );
    expect(code).toBe(0);
    const [first, german, empty] = stdout
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(Object.keys(first)).toEqual(['id', 'probability', 'check_worthiness', 'language', 'claims']);
    expect(first).toMatchObject({ id: 'a', language: 'en' });
    const claim = first.claims.at(-1);
    expect(claim.original_text).toBe(worthy);
    expect(claim.check_worthiness).toBeGreaterThan(0.8);
    expect(first.check_worthiness).toBe(claim.check_worthiness);
    expect(german).toMatchObject({ language: 'de', claims: [{ check_worthiness: german.check_worthiness }] });
    expect(empty).toEqual({ id: 'c', probability: 0, check_worthiness: 0, language: 'en', claims: [] });
  });
});
