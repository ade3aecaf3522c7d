import { describe, expect, it } from 'vitest';
import type { DetectedClaim } from '../../domain/claim.ts';
import { detectClaims, detectInSlices } from '../claims/detect.ts';
import { type Judge, judgeClaim } from '../claims/judge-sentence.ts';
import { openClaimScan } from '../claims/scan-stream.ts';
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

describe('claims of a whole answer', () => {
  it('are searched once for each caller and question', () => {
    const searched: string[] = [];
    const memory = createClaimMemory();
    const claims = (callerId: string, question: string, text: string) =>
      memory.claimsOfAnswer(callerId, question, text, () => {
        searched.push(`${callerId}: ${question}`);
        return detectClaims(text);
      });
    for (const caller of ['ann', 'ann', 'bob']) {
      for (const question of ['', 'And Paris?', 'And']) {
        expect(claims(caller, question, TEXT)).toEqual(detectClaims(TEXT));
      }
    }
    expect(claims('ann', 'And Paris?', `${TEXT} `)).toHaveLength(2);
    expect(searched).toHaveLength(7);
  });
});

describe('sentences', () => {
  const answer = (judge: Judge, text: string, question = ''): readonly DetectedClaim[] => {
    const scan = openClaimScan(question, undefined, judge);
    return [...scan.push(text), ...scan.end()];
  };

  it('of an answer are judged once for each caller, in later messages too', () => {
    const judged: string[] = [];
    const memory = createClaimMemory(detectInSlices, (sentence, ...rest) => {
      judged.push(sentence);
      return judgeClaim(sentence, ...rest);
    });
    for (const caller of ['ann', 'ann', 'bob']) {
      expect(answer(memory.judgeOf(caller), TEXT)).toEqual(detectClaims(TEXT));
      expect([...memory.detect(caller, `${TEXT} `)].flat()).toEqual(detectClaims(TEXT));
    }
    expect(judged).toHaveLength(6);
  });

  it('are judged anew where the text around them says their language', () => {
    const memory = createClaimMemory();
    const short = 'Elon Musk: Tesla 2003.';
    const questions = [
      'Wer hat diese Firma gegründet, und wann war das?',
      'Who founded this company, and when?',
    ];
    for (const question of questions) {
      const scan = openClaimScan(question);
      const alone = [...scan.push(short), ...scan.end()];
      expect(answer(memory.judgeOf('ann'), short, question)).toEqual(alone);
    }
  });
});
