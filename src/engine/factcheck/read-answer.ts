/** Reads one answer, or a text by itself: finds its claims, and hands those that are wanted to the judge. */
import type { Claim, DetectedClaim } from '../../domain/claim.ts';
import { openClaimScan } from '../claims/scan-stream.ts';
import { readLanguage } from '../text/languages.ts';
import type { Pace, Piece } from './check-event.ts';
import { type CheckScope, type ConversationClaims, DETECTOR, SLICE_LENGTH } from './find-in-conversation.ts';
import type { Judging } from './judge-claims.ts';
import { MOST_LISTED, type Place } from './state/claims-metadata.ts';

interface AnswerOptions {
  readonly found: ConversationClaims;
  readonly scope: CheckScope;
  /** Whether what only asserts something is found too. */
  readonly statements: boolean;
  /** Absent where claims are not judged. */
  readonly judging: Judging | undefined;
  /** Gets what has come of the answer, where its claims are judged. */
  readonly written: string[];
  readonly pace: Pace;
  readonly yieldTurn: () => Promise<void>;
}

/** Milliseconds without a further token after which a sentence that seems to have ended is taken to have. */
const PAUSE = 100;
/** The end of a piece that may be a sentence's end. */
const MAY_END = /(?:[^\p{L}\p{N}\s,;:–-]|^)\s*$/u;

/** @param choice which answer it is, where several were asked for. */
export function openAnswer(
  choice: number,
  { found, scope, statements, judging, written, pace, yieldTurn }: AnswerOptions,
) {
  const { choices = 1, subject = 'answer', language = '', date, detector = DETECTOR } = scope;
  const { list, isChosen, isWanted } = found;
  const scan = openClaimScan(found.question, readLanguage(language), detector.judge, statements, date);
  const place: Place = {
    role: subject === 'text' ? 'text' : 'assistant',
    message_index: found.end,
    ...(choices === 1 ? {} : { choice_index: choice }),
    offset: 0,
  };
  if (judging !== undefined) written[choice] = '';
  /** Claims of the conversation; of an answer of megabytes, those that cannot be listed are not kept. */
  const before = list.kept.length;

  const add = (detected: readonly DetectedClaim[]): readonly Claim[] => {
    const wanted: Claim[] = [];
    for (const one of detected) {
      if (list.kept.length - before < MOST_LISTED && isChosen(one)) {
        const claim = list.add(one, place);
        if (isWanted(claim)) wanted.push(claim);
      } else list.leave(one, place);
    }
    judging?.add(wanted);
    return wanted;
  };

  /** A model that pauses behind a sentence has most likely ended it: it is verified meanwhile. */
  let pause: NodeJS.Timeout | undefined;
  const foresee = (): void => {
    const likely = scan.likely();
    if (likely !== undefined && isWanted(likely)) judging?.foresee(list.next(likely, place));
  };

  const note = (text: string): void => {
    if (judging !== undefined) written[choice] += text;
  };
  const push = (text: string): readonly Claim[] => {
    clearTimeout(pause);
    note(text);
    const claims = add(scan.push(text));
    if (judging !== undefined && pace === 'stream' && MAY_END.test(text)) {
      pause = setTimeout(foresee, PAUSE);
    }
    return claims;
  };
  const end = (): readonly Claim[] => {
    clearTimeout(pause);
    return add(scan.end());
  };
  const pushLong = async ({ text, ends }: Piece): Promise<readonly Claim[]> => {
    const claims: Claim[] = [];
    for (let at = 0; at < text.length; at += SLICE_LENGTH) {
      claims.push(...push(text.slice(at, at + SLICE_LENGTH)));
      await yieldTurn();
    }
    return ends ? [...claims, ...end()] : claims;
  };
  /** An answer that comes in one piece may be one that is known. */
  const readWhole = (text: string): readonly Claim[] => {
    note(text);
    const find = () => [...scan.push(text), ...scan.end()];
    return add(statements ? find() : detector.recall(found.question, text, find));
  };

  return {
    /**
     * A long piece is read in slices between which other requests are served.
     *
     * @returns the claims of the sentences that it completed; those that are only counted are not among them.
     */
    read(piece: Piece): readonly Claim[] | Promise<readonly Claim[]> {
      const { text, ends } = piece;
      if (text.length > SLICE_LENGTH) return pushLong(piece);
      if (pace === 'answer' && ends) return readWhole(text);
      const claims = text === '' ? [] : push(text);
      return ends ? [...claims, ...end()] : claims;
    },
  };
}
