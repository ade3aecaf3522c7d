import { describe, expect, it } from 'vitest';
import { detectClaims, detectInSlices } from '../claims/detect.ts';
import { createClaimMemory } from './claim-memory.ts';

const TEXT = 'The Eiffel Tower was completed in 1889. It is 330 metres tall. What a view!';

describe('claims of a message', () => {
  it('are searched once for each caller', () => {
    const searched: string[] = [];
    const memory = createClaimMemory((text) => {
      searched.push(text);
      return detectInSlices(text);
    });
    const claims = (callerId: string, text: string) => [...memory.detect(callerId, text)].flat();
    for (const caller of ['ann', 'ann', 'bob', 'ann'])
      expect(claims(caller, TEXT)).toEqual(detectClaims(TEXT));
    expect(claims('ann', `${TEXT} `)).toHaveLength(2);
    expect(searched).toEqual([TEXT, TEXT, `${TEXT} `]);
  });

  it('are not remembered of a search that was given up', () => {
    const memory = createClaimMemory();
    const long = `${TEXT}\n\n`.repeat(200);
    for (const _slice of memory.detect('ann', long)) break;
    expect([...memory.detect('ann', long)].flat()).toEqual(detectClaims(long));
  });
});
