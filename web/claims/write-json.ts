/** Claims for programs: the gateway's fields, each distinct claim once. */
import type { Claim, ClaimPart } from '../api/types.ts';
import { isUnchecked } from './claim-state.ts';
import { type CheckedText, findReported } from './report-facts.ts';

export function writeJson({ text, claims, metadata, about = {} }: CheckedText): string {
  const { claims: _listed, ...ofCheck } = metadata ?? {};
  const distinct = findReported(claims).map(({ claim, places }) => ({
    ...withoutEmptyVerdict(claim),
    ...(places.length > 1 ? { places: places.map(placeOf) } : {}),
  }));
  const whole = {
    ...(Object.keys(about).length === 0 ? {} : { report: about }),
    text,
    claims: distinct,
    ...(metadata === undefined ? {} : { metadata: ofCheck }),
  };
  return `${JSON.stringify(whole, null, 2)}\n`;
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
