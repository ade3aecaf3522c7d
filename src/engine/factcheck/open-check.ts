/**
 * The one way in which claims are checked, of a chat as of a text by itself, whole as well as streamed:
 *
 * 1. The conversation's claims are found.
 * 2. Evidence is looked for, on those that the answer is about; a model may read it before it answers.
 * 3. The answer is read piece by piece. Claims are judged meanwhile: the conversation's at once, the answer's as they
 *    are found.
 * 4. Once it has ended and the last verdict is in, all of it is said again.
 *
 * Each step takes what the one before it returns. The plan says which of them are taken.
 */
import { type Message, textOf } from '../../domain/chat.ts';
import type { Claim, Evidence } from '../../domain/claim.ts';
import type { CheckResult, Pace, PieceSource } from './check-event.ts';
import type { CheckPlan, GroundPlan, JudgePlan } from './check-plan.ts';
import { reviseText } from './correct/revise-text.ts';
import { type CheckScope, type ConversationClaims, findInConversation } from './find-in-conversation.ts';
import { giveEvidence, type PlacedEvidence, type RecallEvidence } from './give-evidence.ts';
import { type Grounding, groundConversation } from './ground-conversation.ts';
import { type Judging, openJudging } from './judge-claims.ts';
import { findSkipReason } from './leave-alone.ts';
import { openAnswer } from './read-answer.ts';
import { type CheckRun, runCheck } from './run-check.ts';
import { describeClaims, withFindings } from './state/claims-metadata.ts';

export interface CheckOptions extends CheckScope {
  readonly plan: CheckPlan;
  /** Whether the answer is wanted with its corrections put in. */
  readonly revise?: boolean | undefined;
  /** Whether the model that answers is asked to cite the numbers of the evidence. */
  readonly cite?: boolean;
  /** What the model was given earlier in the conversation; nothing where absent. */
  readonly recall?: RecallEvidence;
}

/** A check whose conversation is read. */
export interface OpenCheck {
  /** What the model that answers is given behind each question, in their order. */
  readonly given: readonly PlacedEvidence[];
  /**
   * Reads an answer. The user's claims are judged from now on, whether its first piece has come or not. Of several answers,
   * one after another, each is checked as if it were the only one.
   *
   * @param signal the caller's: everything stops.
   */
  read<Beside>(pieces: PieceSource<Beside>, pace: Pace, signal: AbortSignal): CheckRun<Beside>;
}

/**
 * Finds the claims of a conversation, in slices between which other requests are served, and the evidence on them.
 *
 * @param messages none where a text is checked by itself.
 * @param yieldTurn resolves after the event loop has turned.
 */
export async function openCheck(
  messages: readonly Message[],
  options: CheckOptions,
  yieldTurn: () => Promise<void>,
  signal: AbortSignal,
): Promise<OpenCheck> {
  const { plan } = options;
  const conversation = await findInConversation(messages, options, yieldTurn);
  const isText = options.subject === 'text';
  // Judging alone reads it again: else a conversation is not held while it is answered.
  const held = plan.rung === 'judge' ? messages : [];
  const asking = plan.rung === 'detect' || isText ? undefined : plan;
  const skipReason = asking && findSkipReason(messages, conversation.lastUser, asking);
  const grounding =
    asking &&
    (await (skipReason === undefined
      ? groundMessage(messages, conversation, conversation.lastUser, asking, signal)
      : groundConversation([], asking, signal)));
  const given =
    asking && grounding
      ? await giveFound(messages, conversation, { ...options, plan: asking }, grounding, signal)
      : [];
  return {
    given,
    read(pieces, pace, signal) {
      const found = { ...conversation, list: conversation.list.copy() };
      const written: string[] = [];
      const judging =
        plan.rung === 'judge'
          ? openJudging(plan, { found, messages: held, grounding, skipReason, written, pace, signal })
          : undefined;
      const statements = plan.rung === 'judge' && plan.statements;
      const answers = Array.from({ length: options.choices ?? 1 }, (_, choice) =>
        openAnswer(choice, { found, scope: options, statements, judging, written, pace, yieldTurn }),
      );
      let groundedAtEnd: Grounding | undefined;
      return runCheck(
        {
          listed: found.listed,
          verdicts: judging,
          evidence: judging === undefined ? (grounding?.evidence ?? NOTHING) : NOTHING,
          read: (piece) => answers[piece.choice]?.read(piece) ?? [],
          async ground() {
            if (plan.rung !== 'ground' || !isText) return NOTHING;
            groundedAtEnd = await groundText(found.list.kept.filter(found.isWanted), plan, signal);
            return groundedAtEnd.evidence;
          },
          async finish() {
            const verification = await judging?.finish();
            return resultFrom(found, options, {
              grounding: groundedAtEnd ?? grounding,
              verification,
              written,
            });
          },
        },
        pieces,
        () => judging?.stop(),
      );
    },
  };
}

/** What the model is given; what is looked for holds no conversation when it is done. */
function giveFound(
  messages: readonly Message[],
  found: ConversationClaims,
  { plan, recall = forgotten, cite = false }: CheckOptions & { readonly plan: GroundPlan | JudgePlan },
  grounding: Grounding,
  signal: AbortSignal,
): Promise<readonly PlacedEvidence[]> {
  return giveEvidence(messages, {
    recall,
    cite,
    fenceWord: plan.fenceWord,
    find: async (question) => {
      if (question === found.lastUser) return grounding.given;
      if (findSkipReason(messages, question, plan) !== undefined) return [];
      return (await groundMessage(messages, found, question, plan, signal)).given;
    },
  });
}

/** Evidence on the claims of a user message, and on what it asks beside them. */
function groundMessage(
  messages: readonly Message[],
  found: ConversationClaims,
  index: number,
  plan: GroundPlan | JudgePlan,
  signal: AbortSignal,
): Promise<Grounding> {
  const claims = found.list.kept.filter((claim) => claim.message_index === index && found.isWanted(claim));
  const message = messages[index];
  const question = message === undefined ? '' : besideClaims(textOf(message), claims);
  return groundConversation(claims, plan, signal, question);
}

/** @returns the end of what a message says beside its claims; `""` where that is nothing. */
function besideClaims(text: string, claims: readonly Claim[]): string {
  let rest = '';
  let at = 0;
  for (const { start, end } of claims.toSorted((a, b) => a.start - b.start)) {
    rest += `${text.slice(at, Math.max(at, start))} `;
    at = Math.max(at, end);
  }
  rest = (rest + text.slice(at)).slice(-LONGEST_QUESTION).toWellFormed().trim();
  return /\p{L}/u.test(rest) ? rest : '';
}

/** UTF-16 units of a question. */
const LONGEST_QUESTION = 1_000;
const forgotten: RecallEvidence = async () => undefined;

const NOTHING: ReadonlyMap<string, readonly Evidence[]> = new Map();

/** No answer of a model waits for the evidence on a text by itself. */
function groundText(claims: readonly Claim[], plan: GroundPlan, signal: AbortSignal): Promise<Grounding> {
  const retrieve: GroundPlan['retrieve'] = (claim, ended, query) => plan.retrieve(claim, ended, query, true);
  return groundConversation(claims, { ...plan, retrieve }, signal);
}

interface Findings {
  readonly grounding: Grounding | undefined;
  readonly verification: Awaited<ReturnType<Judging['finish']>> | undefined;
  /** Each answer, where claims are judged. */
  readonly written: readonly string[];
}

function resultFrom(
  found: ConversationClaims,
  { plan, revise = false }: CheckOptions,
  { grounding, verification, written }: Findings,
): CheckResult {
  const evidence = plan.rung === 'detect' ? undefined : plan;
  const review = plan.rung === 'judge' ? plan.review : undefined;
  const findings = { grounding, verification, review, searches: evidence?.searches?.() };
  const claims = withFindings(found.list.kept, findings);
  const ofAnswer = claims.filter(({ message_index }) => message_index === found.end);
  const held = evidence?.context === true ? ofAnswer : undefined;
  const reported = claims.filter(found.isReported);
  const about = { ...findings, held };
  const metadata = describeClaims(plan.mode, found.list, reported, found.isListing, about);
  if (!revise || verification === undefined) return { metadata, claims };
  // Of several answers, the first.
  const ofFirst = ofAnswer.filter(({ choice_index = 0 }) => choice_index === 0);
  return { metadata: { ...metadata, ...reviseText(written[0] ?? '', ofFirst) }, claims };
}
