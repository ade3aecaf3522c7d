/** What an evaluation scores of a chat: the claims that were found, and the texts they were found in. */
import type { Message } from '../domain/chat.ts';
import type { Claim } from '../domain/claim.ts';
import type { Extraction, Passage } from '../domain/evaluation.ts';
import { checkConversation } from '../factcheck/check-conversation.ts';
import { newestText } from '../factcheck/newest-text.ts';

export interface AnsweredChat {
  readonly messages: readonly Message[];
  readonly answer: string;
  /** The claims of the conversation and its answer; absent where fact checking is off, and they have to be found first. */
  readonly claims?: readonly Claim[];
}

/** The same part of a conversation that claims are looked for in. UTF-16 units. */
const LONGEST = 50_000;

/** @param yieldTurn resolves after the event loop has turned. */
export async function readChatExtraction(
  { messages, answer, claims }: AnsweredChat,
  yieldTurn: () => Promise<void>,
): Promise<Extraction> {
  const found = claims ?? (await findClaims(messages, answer, yieldTurn));
  const passages: Passage[] = [];
  /** By index of the message: which passage it is, and where that begins in it. */
  const places = new Map<number, { readonly passage: number; readonly offset: number }>();
  for (const { index, role, text, offset } of newestText(messages, LONGEST)) {
    places.set(index, { passage: passages.push({ role, text }) - 1, offset });
  }
  if (answer !== '') {
    places.set(messages.length, {
      passage: passages.push({ role: 'assistant', text: answer }) - 1,
      offset: 0,
    });
  }
  return {
    passages,
    claims: found.flatMap((claim) => {
      const place = places.get(claim.message_index);
      if (place === undefined) return [];
      return [
        {
          id: claim.id,
          text: claim.text,
          original_text: claim.original_text,
          passage: place.passage,
          start: claim.start - place.offset,
          category: claim.category,
          confidence: claim.confidence,
        },
      ];
    }),
  };
}

async function findClaims(
  messages: readonly Message[],
  answer: string,
  yieldTurn: () => Promise<void>,
): Promise<readonly Claim[]> {
  const check = await checkConversation(messages, 'all', yieldTurn);
  await check.readAnswer(answer);
  check.endAnswer();
  return (await check.result()).claims;
}
