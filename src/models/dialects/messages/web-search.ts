/**
 * Claude's web search: the only one that quotes the pages.
 * https://platform.claude.com/docs/en/agents-and-tools/tool-use/web-search-tool; version 20250305, which every
 * model has and which runs no code.
 */
import type { ApiKey } from '../../../domain/api-key.ts';
import type { Model } from '../../../domain/catalogue.ts';
import type { ProviderRequest } from '../adapter.ts';
import { isObject } from '../read-json.ts';
import {
  collectCitations,
  lowEffort,
  type NativeQuestion,
  type NativeResult,
  type WebSearch,
} from '../web-search.ts';
import { readUsage, searchesOf } from './read-usage.ts';
import { API_VERSION } from './to-request.ts';

/** Each is billed. */
const MOST_SEARCHES = 1;

export const ANTHROPIC_SEARCH: WebSearch = { toRequest, readReply };

function toRequest(
  { instructions, text, maxTokens }: NativeQuestion,
  model: Model,
  key: ApiKey,
): ProviderRequest {
  const effort = lowEffort(model);
  return {
    path: '/v1/messages',
    headers: { 'x-api-key': key.reveal(), 'anthropic-version': API_VERSION },
    body: JSON.stringify({
      model: model.wireId,
      max_tokens: maxTokens,
      system: instructions,
      messages: [{ role: 'user', content: text }],
      tools: [{ type: 'web_search_20250305', name: 'web_search', max_uses: MOST_SEARCHES }],
      ...(effort === undefined ? {} : { output_config: { effort } }),
    }),
  };
}

function readReply(body: unknown): NativeResult {
  const citations = collectCitations();
  const ages = new Map<unknown, unknown>();
  const content = isObject(body) && Array.isArray(body.content) ? body.content.filter(isObject) : [];
  for (const block of content) {
    // A search that failed has an object here, and the answer goes on.
    if (block.type !== 'web_search_tool_result' || !Array.isArray(block.content)) continue;
    for (const { url, page_age: age } of block.content.filter(isObject)) ages.set(url, age);
  }
  for (const block of content) {
    if (block.type !== 'text' || !Array.isArray(block.citations)) continue;
    for (const citation of block.citations.filter(isObject)) {
      if (citation.type !== 'web_search_result_location') continue;
      const { url, title, cited_text: cited } = citation;
      citations.add({ url, title, cited, said: block.text, age: ages.get(url) });
    }
  }
  const given = isObject(body) ? body.usage : undefined;
  const usage = readUsage(given);
  return {
    citations: citations.all(),
    searches: searchesOf(given),
    ...(usage === undefined ? {} : { usage }),
  };
}
