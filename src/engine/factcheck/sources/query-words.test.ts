import { describe, expect, it } from 'vitest';
import { contentWords, strongestWords, wordQueries } from './query-words.ts';

describe('what a search for words is asked', () => {
  it('is what the claim is about, without function words and operators', () => {
    expect(contentWords('The "Eiffel Tower" -was completed in 1889, NOT 1899!', 'en')).toEqual([
      'Eiffel',
      'Tower',
      'completed',
      '1889',
      '1899',
    ]);
    expect(contentWords('insource:x AND intitle:"y" OR z~2*', 'en')).toEqual([
      'insource',
      'x',
      'intitle',
      'y',
      'z',
      '2',
    ]);
    expect(contentWords('Der Eiffelturm wurde 1889 fertig', 'de')).toEqual(['Eiffelturm', '1889', 'fertig']);
    expect(contentWords('It is what it is', 'en')).toEqual(['It', 'is', 'what', 'it', 'is']);
    expect(contentWords('エッフェル塔は1889年に完成した', 'ja')).toEqual(['エッフェル塔は1889年に完成した']);
    expect(contentWords('!!', 'en')).toEqual([]);
  });

  it('is then the names and long words alone: a wrong number would hide what refutes it', () => {
    const claim = 'The Eiffel Tower in Paris was completed in 1899.';
    expect(strongestWords(claim, 'en', 3)).toEqual(['Eiffel', 'Tower', 'Paris']);
    expect(wordQueries(claim, 'en')).toEqual(['Eiffel Tower Paris completed 1899', 'Eiffel Tower Paris']);
    expect(wordQueries('Sharks are mammals', 'en')).toEqual(['Sharks mammals']);
  });
});
