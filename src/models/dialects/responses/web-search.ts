/**
 * Web search by the Responses API, which OpenAI made and xAI speaks:
 * https://developers.openai.com/api/docs/guides/tools-web-search, https://docs.x.ai/developers/tools/citations
 */
import type { ApiKey } from '../../../domain/api-key.ts';
import type { Model } from '../../../domain/catalogue.ts';
import type { ProviderRequest } from '../adapter.ts';
import { isObject, type JsonObject, readCount } from '../read-json.ts';
import {
  collectCitations,
  lowEffort,
  type NativeQuestion,
  type NativeResult,
  type WebSearch,
} from '../web-search.ts';
import { isSearch, readUsage } from './read-usage.ts';

interface ResponsesSettings {
  /** Fields beside the tool, where the provider knows more than the plain one. */
  readonly tool?: JsonObject;
  readonly body?: JsonObject;
}

export function responsesSearch(settings: ResponsesSettings = {}): WebSearch {
  return {
    toRequest: (question, model, key) => toRequest(question, model, key, settings),
    readReply,
  };
}

function toRequest(
  { instructions, text, maxTokens }: NativeQuestion,
  model: Model,
  key: ApiKey,
  { tool, body }: ResponsesSettings,
): ProviderRequest {
  const effort = lowEffort(model);
  return {
    path: '/responses',
    headers: { authorization: `Bearer ${key.reveal()}` },
    // xAI takes no `instructions`.
    body: JSON.stringify({
      model: model.wireId,
      input: [
        { role: 'system', content: instructions },
        { role: 'user', content: text },
      ],
      tools: [{ type: 'web_search', ...tool }],
      max_output_tokens: maxTokens,
      ...(effort === undefined ? {} : { reasoning: { effort } }),
      store: false,
      ...body,
    }),
  };
}

function readReply(body: unknown): NativeResult {
  const citations = collectCitations();
  let searches = 0;
  const output = isObject(body) && Array.isArray(body.output) ? body.output : [];
  for (const item of output.filter(isObject)) {
    if (isSearch(item)) searches += 1;
    if (item.type !== 'message' || !Array.isArray(item.content)) continue;
    for (const part of item.content.filter(isObject)) {
      if (part.type !== 'output_text' || typeof part.text !== 'string') continue;
      const points = Array.from(part.text);
      let last = 0;
      for (const annotation of readAnnotations(part.annotations)) {
        const start = readCount(annotation.start_index) ?? 0;
        const end = readCount(annotation.end_index) ?? start;
        // The span is the link; what it bears out is what stands before it.
        const said = start > last ? withoutLinks(points.slice(last, start).join('')) : '';
        citations.add({ url: annotation.url, title: titleOf(annotation), said });
        last = Math.max(last, end);
      }
    }
  }
  const usage = readUsage(isObject(body) ? body.usage : undefined, searches);
  return {
    citations: citations.all(),
    searches: usage?.searches ?? searches,
    ...(usage === undefined ? {} : { usage }),
  };
}

function readAnnotations(value: unknown): readonly JsonObject[] {
  if (!Array.isArray(value)) return [];
  return value.filter(isObject).filter(({ type }) => type === 'url_citation');
}

/** xAI gives the number of the link as its title. */
function titleOf({ title }: JsonObject): unknown {
  return typeof title === 'string' && /^\d*$/.test(title) ? '' : title;
}

/** The paragraph that ends here, without the Markdown of links. */
function withoutLinks(text: string): string {
  const paragraph = text.slice(text.lastIndexOf('\n') + 1);
  return paragraph
    .replace(/\(?(?<!\[)\[+[^[\]]*\]+\([^)[]*\)\)?/g, '')
    .replace(/^[\s*•.,;)\]-]+/, '')
    .replace(/(?<![([\s])[([\s]+$/, '');
}
