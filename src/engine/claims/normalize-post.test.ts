import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { normalizePost } from './normalize-post.ts';

describe('normalizing a post', () => {
  it.each([
    ['RT @someone: The bridge in Genoa has collapsed 😱 https://t.co/x', 'The bridge in Genoa has collapsed'],
    ['BREAKING: The mayor of #NewYork has resigned!', 'The mayor of New York has resigned!'],
    ['The moon split. The moon split. The moon split. None', 'The moon split.'],
    ['@JoeBiden said that the wall is 5 miles long', 'said that the wall is 5 miles long'],
    ['The dam in Ulm has burst. Please share this!!', 'The dam in Ulm has burst.'],
    ['The firm has lost a third of its market share', 'The firm has lost a third of its market share'],
    ['The dam in Ulm has burst RT RT @foo @bar', 'The dam in Ulm has burst'],
    ['A photo of @JoeBiden at the wall is fake', 'A photo of Joe Biden at the wall is fake'],
    [
      'Covid vaccines are not safe for children &amp; dogs',
      'COVID-19 vaccines are not safe for children & dogs',
    ],
    [
      'The governor told the press on Monday that the old bridge would be closed for good',
      'The governor told the press on Monday that the old bridge would be closed for good.',
    ],
    ['Mais de 50 mil pessoas. Mais de 50 mil pessoas. None', 'Mais de 50 mil pessoas.'],
    ['#किसान_आंदोलन में 5 लोग मारे गए', '#किसान_आंदोलन में 5 लोग मारे गए'],
    ['عاجل: سقوط طائرة في القاهرة 😢', 'سقوط طائرة في القاهرة'],
    ['URGENTE: El presidente de Chile ha muerto', 'El presidente de Chile ha muerto'],
  ])('%s', (post, claim) => {
    expect(normalizePost(post)).toBe(claim);
  });

  it('keeps what was read from the picture after the repeats', () => {
    expect(normalizePost('Look at this sign now. Look at this sign now. NO ENTRY IN TOWN')).toBe(
      'Look at this sign now. NO ENTRY IN TOWN',
    );
  });

  it('keeps the beginning of a long post, to the end of a sentence if one is near', () => {
    const long = `${'The river in the valley has risen by a meter. '.repeat(20)}`;
    const claim = normalizePost(`First of all. ${long}`);
    expect(claim.split(' ').length).toBeLessThanOrEqual(75);
    expect(claim.endsWith('meter.')).toBe(true);
  });

  it('gives one line, and something wherever there was text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (post) => {
        const claim = normalizePost(post);
        expect(claim).not.toMatch(/[\n\r]/);
        if (/[\p{L}\p{N}]/u.test(post)) expect(claim).not.toBe('');
      }),
    );
  });

  it.each(['', ' \n', '😀'])('does not fail on %j', (post) => {
    expect(normalizePost(post).length).toBeLessThanOrEqual(2);
  });
});
