/** How likely a sentence is to hold a verifiable factual claim. */

/** From this probability on, a sentence counts as a claim. */
export const CLAIM_THRESHOLD = 0.5;

const NUMBER = /\p{Nd}/u;
const NAME = /(?<=\p{Ll}[,;]? )\p{Lu}\p{L}+|(?<=[\p{L}] )\p{Lu}{2,}/u;
const PAST_OR_STATE =
  /\b(?:is|are|was|were|has|have|had|became|won|lost|died|born|founded|invented|discovered|wrote|contains?|located|\p{Ll}{3,}ed)\b/u;
const CASELESS_SCRIPT = /[\u0590-\u1cff\u2e80-\ud7ff]/u;
const NOT_CLAIM =
  /^(?:hi|hello|hey|thanks?|thank|please|sorry|sure|certainly|yes|no|ok|okay|good (?:morning|evening|night)|welcome|i (?:think|feel|love|hate|like|want|hope|would|am|can|don't|believe|wish|need)|in my opinion|if|imagine|suppose|let|once upon|write|make|tell|give|explain|show|describe|list|create|help|find|use|try|add|remember|do|don't|be)\b/i;
const OPINION =
  /\b(?:should|ought|must|beautiful|terrible|awful|amazing|wonderful|best|worst|love|hate|feel|hope|wish|maybe|perhaps|might|would|could|i'm|we'll|let's)\b/i;

/**
 * @param text one sentence.
 * @returns probability, 0 to 1.
 */
export function estimateClaim(text: string): number {
  if (text.length < 4) return 0;
  if (/[?？؟]["'”’)\]*]*$/u.test(text)) return 0.05;
  if (NOT_CLAIM.test(text)) return 0.08;
  let logit = -1.2;
  if (NUMBER.test(text)) logit += 1.6;
  if (NAME.test(text)) logit += 1.2;
  if (PAST_OR_STATE.test(text)) logit += 1.2;
  if (CASELESS_SCRIPT.test(text)) logit += 1.2;
  if (OPINION.test(text)) logit -= 1.8;
  if (text.length < 20) logit -= 0.5;
  return 1 / (1 + Math.exp(-logit));
}
