/** Claims for programs: the gateway's fields, each distinct claim once. */
import type { Claim, ClaimPart } from '../api/types.ts';
import { isUnchecked } from './claim-state.ts';
import { type CheckedText, findReported } from './report-facts.ts';

export function writeJson(checked: CheckedText): string {
  return `${JSON.stringify(fieldsOfJson(checked), null, 2)}\n`;
}

/** What is exported, and what a report is published from. */
export function fieldsOfJson({ text, claims, metadata, about = {} }: CheckedText): object {
  const { claims: _listed, ...ofCheck } = metadata ?? {};
  // The code would let every reader take part.
  const { published: _ofThePage, shared: _code, ...report } = about;
  const distinct = findReported(claims).map(({ claim, places }) => ({
    ...withoutEmptyVerdict(claim),
    ...(places.length > 1 ? { places: places.map(placeOf) } : {}),
  }));
  return {
    ...(Object.keys(report).length === 0 ? {} : { report }),
    text,
    claims: distinct,
    ...(metadata === undefined ? {} : { metadata: ofCheck }),
  };
}

const placeOf = ({ role, message_index, start, end, original_text }: Claim) => ({
  ...{ role, message_index, start, end, original_text },
});

/** Of what was not checked, nobody shall take anything for a verdict. */
function withoutEmptyVerdict({ checking: _ofThePage, outdated: _earlier, ...claim }: Claim) {
  const parts = claim.parts?.map(partWithoutEmptyVerdict);
  const whole = { ...claim, ...(parts === undefined ? {} : { parts }) };
  if (!isUnchecked(claim)) return whole;
  const { verdict: _, verdict_confidence: _sure, claim_review: _review, ...rest } = whole;
  return { ...rest, checked: false as const };
}

function partWithoutEmptyVerdict(part: ClaimPart) {
  if (!isUnchecked(part)) return part;
  const { verdict: _, ...rest } = part;
  return { ...rest, checked: false as const };
}
