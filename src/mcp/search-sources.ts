import type { Claim } from '../domain/claim.ts';
import type { Retrieval, Retrieve } from '../engine/factcheck/ground-conversation.ts';
import { guessLanguage } from '../engine/text/guess-language.ts';
import type { SearchAsked } from './mcp-service.ts';

/** Searches for a query as for a claim. */
export function searchSources(
  retrieve: Retrieve,
  { query, language = guessLanguage(query) }: SearchAsked,
  signal: AbortSignal,
): Promise<Retrieval> {
  const text = query.toWellFormed();
  const claim: Claim = {
    id: 'query',
    role: 'text',
    message_index: 0,
    ...{ text, original_text: text, start: 0, end: text.length },
    category: 'other',
    confidence: 1,
    language,
    language_supported: true,
  };
  return retrieve(claim, signal);
}
