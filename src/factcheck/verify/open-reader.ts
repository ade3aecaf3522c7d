import type { Usage } from '../../domain/chat.ts';
import type { Claim } from '../../domain/claim.ts';
import type { Reading, Surroundings } from './reading.ts';
export function openReader(_options: object) {
  return {
    async read(claim: Claim, _around: () => Surroundings): Promise<Reading> {
      return { text: claim.text, parts: [] };
    },
    hurry(): void {},
    usage: (): Usage | undefined => undefined,
    calls: () => 0,
  };
}
