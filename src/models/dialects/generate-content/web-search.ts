/**
 * Gemini's grounding with Google Search: https://ai.google.dev/gemini-api/docs/google-search. It names pages by
 * redirects that expire, gives a page's host as its title, and quotes none.
 */
import type { ApiKey } from '../../../domain/api-key.ts';
import type { Model } from '../../../domain/catalogue.ts';
import type { ProviderRequest } from '../adapter.ts';
import { encodeModelId } from '../model-id.ts';
import { isObject, type JsonObject } from '../read-json.ts';
import {
  collectCitations,
  lowEffort,
  type NativeQuestion,
  type NativeResult,
  type WebSearch,
} from '../web-search.ts';
import { noteSearches, readUsage } from './read-usage.ts';

export const GOOGLE_SEARCH: WebSearch = {
  toRequest,
  readReply,
  redirectHost: 'vertexaisearch.cloud.google.com',
};

function toRequest(
  { instructions, text, maxTokens }: NativeQuestion,
  model: Model,
  key: ApiKey,
): ProviderRequest {
  const effort = lowEffort(model);
  const thinking =
    effort === undefined
      ? undefined
      : { [typeof effort === 'number' ? 'thinkingBudget' : 'thinkingLevel']: effort };
  return {
    path: `/v1beta/models/${encodeModelId(model.wireId)}:generateContent`,
    headers: { 'x-goog-api-key': key.reveal() },
    body: JSON.stringify({
      systemInstruction: { parts: [{ text: instructions }] },
      contents: [{ role: 'user', parts: [{ text }] }],
      tools: [{ googleSearch: {} }],
      generationConfig: { maxOutputTokens: maxTokens, thinkingConfig: thinking },
    }),
  };
}

function readReply(body: unknown): NativeResult {
  const citations = collectCitations();
  const candidates = isObject(body) && Array.isArray(body.candidates) ? body.candidates : [];
  const [candidate] = candidates.filter(isObject);
  const metadata = isObject(candidate?.groundingMetadata) ? candidate.groundingMetadata : {};
  const pages = list(metadata.groundingChunks).map((chunk) => (isObject(chunk.web) ? chunk.web : {}));
  for (const support of list(metadata.groundingSupports)) {
    // The segment's offsets are bytes of UTF-8; its text stands beside them.
    const said = isObject(support.segment) ? support.segment.text : undefined;
    const indices = Array.isArray(support.groundingChunkIndices) ? support.groundingChunkIndices : [];
    for (const index of indices) {
      const page = typeof index === 'number' ? pages[index] : undefined;
      if (page !== undefined) citations.add({ url: page.uri, title: page.title, said });
    }
  }
  const searches = new Set<string>();
  noteSearches(searches, candidate ?? {});
  const usage = readUsage(isObject(body) ? body.usageMetadata : undefined, searches.size);
  return { citations: citations.all(), searches: searches.size, ...(usage === undefined ? {} : { usage }) };
}

function list(value: unknown): readonly JsonObject[] {
  return Array.isArray(value) ? value.filter(isObject) : [];
}
