import type { ClaimCategory } from '../domain/claim.ts';

/** @returns what a claim asserts, by the first rule that fits. */
export function categorize(claim: string): ClaimCategory {
  if (/\b(?:said|says|stated|told|announced|claimed|according to)\b/i.test(claim)) return 'quote';
  if (/\b(?:will|is expected to|going to)\b/i.test(claim)) return 'prediction';
  if (/\b(?:because|caused?|causes|due to|leads? to|led to|results? in)\b/i.test(claim)) return 'causal';
  if (/\b(?:first|largest|most|record|highest|lowest|longest|oldest)\b/i.test(claim)) return 'record';
  if (/\bthan\b/i.test(claim)) return 'comparison';
  if (/%|\b(?:per ?cent|million|billion|thousand)\b/i.test(claim)) return 'statistic';
  if (/\b(?:was|were) \p{L}+ed\b|\b(?:in|on) (?:1\d|20)\d\d\b/iu.test(claim)) return 'event';
  if (/\b(?:is|are|was|were|has|have)\b/i.test(claim)) return 'attribute';
  return 'other';
}
