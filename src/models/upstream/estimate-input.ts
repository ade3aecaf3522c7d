import type { ChatRequest } from '../../domain/chat.ts';
import { estimateTokens } from '../providers/count-tokens.ts';
import { countInput } from './count-input.ts';

/** As OpenAI puts messages together: three tokens around each, and three before the answer (cookbook, tiktoken). */
const USUAL_TEXT = { ofText: estimateTokens, conversation: 3, message: 3, instructions: 12 };
/** A picture of a megapixel, and a page of text with its picture, in the mean of what providers document. */
const USUAL_MEDIA = { picture: 1_200, page: 2_500, second: 20 };

/** The tokens of a request's prompt, more or less, for providers that count nothing in advance. */
export function estimateInput(request: ChatRequest): number {
  return countInput(request, USUAL_TEXT, USUAL_MEDIA);
}
