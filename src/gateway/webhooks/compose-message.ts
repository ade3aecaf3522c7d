/** What a webhook is told of a check, and of a budget. */
import type { BudgetEvent } from '../../domain/budget-event.ts';
import { type Claim, isChecked, VERDICTS } from '../../domain/claim.ts';
import type { FinishedCheck } from '../../domain/finished-check.ts';
import type { WebhookReason } from '../../domain/webhook-reason.ts';

/** What the operator wants to hear. */
interface MessageWish {
  readonly on: readonly WebhookReason[];
  readonly texts: boolean;
}

/** UTF-8 bytes of a body at most: receivers have limits. Claims that do not fit are counted. */
const LARGEST = 64 * 1024;
/** UTF-16 units of a text. */
const LONGEST_TEXT = 1_000;
/** Pieces of evidence of one claim. */
const MOST_EVIDENCE = 5;

/** @returns whether a claim of the check has one of the verdicts; of claims that are not listed, their numbers say it. */
export function isWanted(
  { metadata }: Pick<FinishedCheck, 'metadata'>,
  on: readonly WebhookReason[],
): boolean {
  return (
    on.some((reason) => reason !== 'budgets' && metadata.summary[reason] > 0) ||
    metadata.claims.some((claim) => has(claim, on))
  );
}

/**
 * @param nowMs Unix milliseconds.
 * @returns the body, as JSON. Without `texts` nothing in it is text of a caller, a model or a source.
 */
export function composeMessage(check: FinishedCheck, { on, texts }: MessageWish, nowMs: number): string {
  const { requestId, api, callerId, plan, profile, model, metadata } = check;
  const { action, attempts, claims: listed } = metadata;
  const judged = listed.filter(({ verdict }) => verdict !== undefined);
  const claims = judged
    .toSorted((a, b) => Number(has(b, on)) - Number(has(a, on)))
    .map((claim) => describeClaim(claim, texts));
  const body = (some: readonly object[]) =>
    JSON.stringify({
      type: 'claims.checked',
      timestamp: new Date(nowMs).toISOString(),
      data: {
        request_id: requestId,
        api,
        ...(model === undefined ? {} : { model }),
        caller: callerId ?? null,
        plan: plan ?? null,
        profile: profile ?? null,
        mode: metadata.mode,
        ...(action === undefined ? {} : { action }),
        ...(attempts === undefined ? {} : { attempts }),
        verdicts: Object.fromEntries(VERDICTS.map((verdict) => [verdict, metadata.summary[verdict]])),
        claims: some,
        ...(some.length < claims.length ? { claims_left_out: claims.length - some.length } : {}),
      },
    });
  let room = LARGEST - Buffer.byteLength(body([])) - 40;
  const fitting = claims.filter((claim) => {
    room -= Buffer.byteLength(JSON.stringify(claim)) + 1;
    return room >= 0;
  });
  return body(fitting);
}

/** @param nowMs Unix milliseconds. @returns the body, as JSON. */
export function composeBudgetMessage(event: BudgetEvent, nowMs: number): string {
  const { state, of, id, ...data } = event;
  return JSON.stringify({
    type: `budget.${state}`,
    timestamp: new Date(nowMs).toISOString(),
    data: { [of]: id, ...data },
  });
}

function has(claim: Claim, on: readonly WebhookReason[]): boolean {
  return claim.verdict !== undefined && isChecked(claim) && on.includes(claim.verdict);
}

function describeClaim(claim: Claim, texts: boolean) {
  const {
    id,
    role,
    verdict,
    statement,
    verdict_confidence: confidence,
    judged_by: judge,
    evidence = [],
  } = claim;
  return {
    id,
    role,
    ...(statement === undefined ? {} : { statement }),
    verdict,
    ...(isChecked(claim) ? {} : { checked: false }),
    ...(confidence === undefined ? {} : { verdict_confidence: confidence }),
    ...(judge === undefined ? {} : { judged_by: judge }),
    sources: [...new Set(evidence.map(({ source }) => source))],
    ...(texts
      ? {
          text: cut(claim.text),
          evidence: evidence.slice(0, MOST_EVIDENCE).map(({ source, title, url, quote, stance }) => ({
            source,
            stance,
            title: cut(title),
            url: cut(url),
            quote: cut(quote),
          })),
        }
      : {}),
  };
}

function cut(text: string): string {
  return text.length > LONGEST_TEXT ? `${text.slice(0, LONGEST_TEXT).toWellFormed()}…` : text;
}
