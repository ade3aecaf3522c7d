/** The claims of one conversation and of its answer: found, given their evidence, verified. */

import { type Message, textOf } from '../../domain/chat.ts';
import type {
  Claim,
  ClaimListing,
  DetectedClaim,
  FactCheckMetadata,
  Search,
  Span,
} from '../../domain/claim.ts';
import { type CheckMode, verifies } from '../../domain/fact-check-mode.ts';
import { detectInSlices } from '../claims/detect.ts';
import type { Judge } from '../claims/judge-sentence.ts';
import { openClaimScan } from '../claims/scan-stream.ts';
import { readLanguage } from '../text/languages.ts';
import { worthiestFirst } from './choose/select-claims.ts';
import { reviseText } from './correct/revise-text.ts';
import type { Grounding } from './ground-conversation.ts';
import type { Verifier } from './open-verifier.ts';
import { newestText } from './read/newest-text.ts';
import type { Surroundings } from './read/reading.ts';
import type { ReviewAbout } from './state/claim-review.ts';
import {
  createClaimList,
  describeClaims,
  MOST_LISTED,
  type Place,
  withFindings,
} from './state/claims-metadata.ts';

/** Characters of a conversation, the newest first, in which claims are looked for. */
const MAX_CHARACTERS = 50_000;
/** Text up to this length is searched in one go: about a millisecond. */
const ONE_GO = 4_000;

/** Characters at the end of the last user message that may say what the answer is about. */
const LONGEST_QUESTION = 1_000;

/** Milliseconds without a further token after which a sentence that seems to have ended is taken to have. */
const PAUSE = 100;
/** The end of a piece that may be a sentence's end. */
const MAY_END = /(?:[^\p{L}\p{N}\s,;:–-]|^)\s*$/u;

/** What a check came to. */
export interface CheckResult {
  /** For the caller: the claims that are to be listed. */
  readonly metadata: FactCheckMetadata;
  /** All claims of the conversation and of the answer, listed or not, with all that is known of them. */
  readonly claims: readonly Claim[];
}

export interface CheckOptions {
  /** How many answers were asked for; 1 unless said otherwise. */
  readonly choices?: number | undefined;
  /** Claims below either are counted, and neither listed nor verified; 0 unless said otherwise. */
  readonly minConfidence?: number | undefined;
  readonly minCheckWorthiness?: number | undefined;
  /** Of a text by itself: claims that overlap none of them are left out in the same way; none are where it is absent. */
  readonly spans?: readonly Span[] | undefined;
  /** Of the answer's claims; that of a text by itself is `text`. */
  readonly answerRole?: Claim['role'];
  /** Of the answer, as a tag; guessed where it is absent or none of the list. */
  readonly language?: string | undefined;
  /** Whether claims get verdicts; those of a mode that verifies do. */
  readonly judged?: boolean;
  /** Whether statements of the answer are found too. */
  readonly statements?: boolean;
  /** Whether the request brought texts to hold the answer against. */
  readonly context?: boolean;
  /** Whether the answer is wanted with its corrections put in. */
  readonly revise?: boolean | undefined;
  /** What was sent to sources outside so far; nothing where absent. */
  readonly searches?: (() => readonly Search[]) | undefined;
  /** Finds the claims of a message, and judges the sentences of an answer; the detector where absent. */
  readonly detect?: (text: string) => Iterable<readonly DetectedClaim[]>;
  readonly judge?: Judge;
  /** May know the claims of an answer to this question, which `find` finds; nothing is known where absent. */
  readonly recall?: (
    question: string,
    text: string,
    find: () => readonly DetectedClaim[],
  ) => readonly DetectedClaim[];
}

export type ConversationCheck = Awaited<ReturnType<typeof checkConversation>>;

/**
 * Finds the conversation's claims, in slices between which other requests are served.
 *
 * @param listing which claims are listed; all are found and counted.
 * @param yieldTurn resolves after the event loop has turned.
 * @param mode of the check, which the metadata repeats.
 */
export async function checkConversation(
  messages: readonly Message[],
  listing: ClaimListing,
  yieldTurn: () => Promise<void>,
  mode: CheckMode = 'detect',
  {
    choices = 1,
    minConfidence = 0,
    minCheckWorthiness = 0,
    spans,
    answerRole = 'assistant',
    language = '',
    judged = verifies(mode),
    statements = false,
    context = false,
    revise = false,
    searches,
    detect = detectInSlices,
    judge,
    recall = (_question, _text, find) => find(),
  }: CheckOptions = {},
) {
  const lastUser = messages.findLastIndex(({ role }) => role === 'user');
  /** Where the answer stands behind the messages. */
  const end = messages.length;
  /** Looked at where claims are verified: else a conversation is not held while it is answered. */
  const around = judged ? messages : [];
  const isNew = (index: number): boolean => index === lastUser || index === end;
  const isChosen = (claim: DetectedClaim): boolean =>
    spans === undefined || spans.some(({ start, end }) => claim.start < end && start < claim.end);
  const isWanted = (claim: DetectedClaim): boolean => {
    const { confidence, check_worthiness = confidence } = claim;
    return confidence >= minConfidence && check_worthiness >= minCheckWorthiness && isChosen(claim);
  };
  const list = createClaimList((claim, index) => isWanted(claim) && (listing === 'all' || isNew(index)));

  let searched = 0;
  let question = '';
  for (const { index, role, text, offset } of newestText(messages, MAX_CHARACTERS)) {
    for (const batch of detect(text)) {
      for (const found of batch) list.add(found, { role, message_index: index, offset });
      if (text.length > ONE_GO || searched > ONE_GO) await yieldTurn();
    }
    searched += text.length;
    if (index === lastUser) question = text.slice(-LONGEST_QUESTION);
  }
  const asked = list.kept.filter((claim) => isWanted(claim) && claim.message_index === lastUser);
  const listed = listing === 'all' ? list.kept.filter(isWanted) : asked;
  let grounding: Grounding | undefined;
  let verifier: Verifier | undefined;
  let review: ReviewAbout | undefined;
  /** Claims of an answer that comes as a whole: they are verified at its end, the worthiest first. */
  let held: Claim[] | undefined;
  /** Of each answer what has come, where claims are read in it. */
  const written = new Array<string>(choices).fill('');

  const surroundingsOf =
    ({ message_index, choice_index = 0 }: Claim) =>
    (): Surroundings => {
      const textAt = (index: number): string => textOf(around[index] as Message);
      return message_index < end
        ? { text: textAt(message_index), question: '' }
        : { text: written[choice_index] as string, question: lastUser === -1 ? '' : textAt(lastUser) };
    };
  const verifyAll = (claims: readonly Claim[]): void => {
    for (const claim of claims) {
      const retrieval = grounding?.retrievals.get(claim.id);
      verifier?.add(claim, { retrieval, surroundings: surroundingsOf(claim) });
    }
  };
  /** Claims of the conversation; of an answer of megabytes, those that cannot be listed are not kept. */
  const before = list.kept.length;

  /** Reads one answer, of which there may be several. */
  const openAnswer = (choice: number, scan: ReturnType<typeof openClaimScan>) => {
    const place: Place = {
      role: answerRole,
      message_index: end,
      ...(choices === 1 ? {} : { choice_index: choice }),
      offset: 0,
    };
    const add = (found: readonly DetectedClaim[]): readonly Claim[] => {
      const placed: Claim[] = [];
      for (const one of found) {
        if (list.kept.length - before < MOST_LISTED && isChosen(one)) placed.push(list.add(one, place));
        else list.leave(one, place);
      }
      const wanted = placed.filter(isWanted);
      if (held === undefined) verifyAll(wanted);
      else held.push(...wanted);
      return wanted;
    };
    /** A model that pauses behind a sentence has most likely ended it: it is verified meanwhile. */
    let pause: NodeJS.Timeout | undefined;
    const foresee = (): void => {
      const likely = scan.likely();
      if (likely === undefined || !isWanted(likely)) return;
      const claim = list.next(likely, place);
      verifier?.foresee(claim, { surroundings: surroundingsOf(claim) });
    };
    return {
      read(text: string): readonly Claim[] {
        clearTimeout(pause);
        if (verifier !== undefined) written[choice] += text;
        const found = add(scan.push(text));
        if (verifier !== undefined && answerRole === 'assistant' && MAY_END.test(text)) {
          pause = setTimeout(foresee, PAUSE);
        }
        return found;
      },
      end(): readonly Claim[] {
        clearTimeout(pause);
        return add(scan.end());
      },
      readWhole(text: string): readonly Claim[] {
        if (verifier !== undefined) written[choice] += text;
        const find = () => [...scan.push(text), ...scan.end()];
        return add(statements ? find() : recall(question, text, find));
      },
    };
  };
  const answers = Array.from({ length: choices }, (_, choice) =>
    openAnswer(choice, openClaimScan(question, readLanguage(language), judge, statements)),
  );

  const readLong = async (text: string, choice: number): Promise<readonly Claim[]> => {
    const found: Claim[] = [];
    for (let at = 0; at < text.length; at += ONE_GO) {
      found.push(...(answers[choice]?.read(text.slice(at, at + ONE_GO)) ?? []));
      await yieldTurn();
    }
    return found;
  };

  return {
    /** Claims of the last user message, in order: of the conversation, these alone are looked up and verified. */
    asked,
    /** Claims of the conversation that are listed, in order: those of the last user message, or all. */
    listed,
    /**
     * A long piece is read in slices between which other requests are served.
     *
     * @param text the next piece of the answer.
     * @param choice which answer it is, where several were asked for.
     * @returns the claims of the sentences that it completed; those that are only counted are not among them.
     */
    readAnswer: (text: string, choice = 0): readonly Claim[] | Promise<readonly Claim[]> =>
      text.length > ONE_GO ? readLong(text, choice) : (answers[choice]?.read(text) ?? []),
    /** Reads an answer that is there as a whole, in place of `readAnswer` and `endAnswer`. */
    async readWhole(text: string, choice = 0): Promise<void> {
      if (text.length <= ONE_GO) answers[choice]?.readWhole(text);
      else {
        await readLong(text, choice);
        answers[choice]?.end();
      }
    },
    /** The answer has ended. @returns the claims of its last sentences. */
    endAnswer: (choice = 0): readonly Claim[] => answers[choice]?.end() ?? [],
    /** Notes the evidence that was found for claims of the conversation. */
    ground(found: Grounding): void {
      grounding = found;
    },
    /**
     * Claims of the last user message are verified from now on, and those of the answer as they are found.
     * After `ground`, whose findings are not looked for again.
     *
     * @param about whose reviews the verdicts are, where they are wanted as ClaimReview too.
     * @param whole whether the answer comes in one piece: of its claims, those most worth checking come first.
     */
    verify(opened: Verifier, own: readonly Claim[], about?: ReviewAbout, whole = false): void {
      verifier = opened;
      review = about;
      if (whole) held = [];
      verifyAll(worthiestFirst(own));
    },
    /** @param listener called with each claim when it is verified. */
    onVerdict(listener: (claim: Claim, progress: Verifier['progress']) => void): void {
      verifier?.onVerdict((claim) => listener(claim, (verifier as Verifier).progress));
    },
    /** @param listener called with the claims that the judge begins to read. */
    onJudging(listener: (claims: readonly Claim[]) => void): void {
      verifier?.onJudging(listener);
    },
    /**
     * All that is known, once the answer has ended; where claims are verified, once the last verdict is in or
     * the deadline has passed.
     */
    async result(): Promise<CheckResult> {
      verifyAll(worthiestFirst(held?.splice(0) ?? []));
      const findings = { grounding, verification: await verifier?.finish(), review, searches: searches?.() };
      const claims = withFindings(list.kept, findings);
      const wanted = claims.filter(
        (claim) => isWanted(claim) && (listing === 'all' || isNew(claim.message_index)),
      );
      const answered = context ? claims.filter((claim) => claim.message_index === end) : undefined;
      const metadata = describeClaims(mode, list, wanted, listing !== 'none', {
        ...findings,
        held: answered,
      });
      if (!revise || verifier === undefined) return { metadata, claims };
      // Of several answers, the first.
      const ofFirst = claims.filter(
        ({ message_index, choice_index = 0 }) => message_index === end && choice_index === 0,
      );
      return { metadata: { ...metadata, ...reviseText(written[0] as string, ofFirst) }, claims };
    },
  };
}
