/** A provider's own web search: pure translation, one file per dialect, named by the provider's descriptor. */
import type { ApiKey } from '../../domain/api-key.ts';
import type { Model } from '../../domain/catalogue.ts';
import type { Usage } from '../../domain/chat.ts';
import type { ProviderRequest } from './adapter.ts';

export interface NativeQuestion {
  /** What the model is to do; the provider's search does the rest. */
  readonly instructions: string;
  /** What is searched for. */
  readonly text: string;
  /** The most tokens of its answer. */
  readonly maxTokens: number;
}

/** A page that the model's search found and its answer cites. */
export interface NativeCitation {
  /** Absolute http(s) URL. */
  readonly url: string;
  /** `""` where the provider gives none. */
  readonly title: string;
  /** Text of the page itself, as the provider quotes it; perhaps cut in the middle of a sentence. */
  readonly cited: readonly string[];
  /** What the model wrote where it cites the page: its words, not the page's. */
  readonly said: readonly string[];
  /** The page's date or age, as the provider writes it. */
  readonly age?: string;
}

export interface NativeResult {
  /** In order of their first citation, each page once. */
  readonly citations: readonly NativeCitation[];
  /** Searches that were made; providers bill them apart. */
  readonly searches: number;
  readonly usage?: Usage;
}

export interface WebSearch {
  toRequest(question: NativeQuestion, model: Model, key: ApiKey): ProviderRequest;
  /** @param body the parsed JSON of a 2xx. Never throws: what cannot be read is left out. */
  readReply(body: unknown): NativeResult;
  /** Hosts whose citations are redirects that expire: where they lead is what is cited. */
  readonly redirectHost?: string;
}

interface CitedPage {
  readonly url: unknown;
  readonly title?: unknown;
  readonly cited?: unknown;
  readonly said?: unknown;
  readonly age?: unknown;
}

const LONGEST_URL = 2_000;
const LONGEST_TEXT = 2_000;

/** Brings together what a reply says of each page. */
export function collectCitations() {
  const pages = new Map<string, { title: string; cited: string[]; said: string[]; age?: string }>();
  return {
    /** What is no web page, or has no readable address, is left out. */
    add({ url: written, title, cited, said, age }: CitedPage): void {
      const url = readUrl(written);
      if (url === undefined) return;
      const page = pages.get(url) ?? { title: '', cited: [], said: [] };
      pages.set(url, page);
      if (page.title === '') page.title = readLine(title);
      if (page.age === undefined && readLine(age) !== '') page.age = readLine(age);
      for (const [text, list] of [
        [readLine(cited), page.cited],
        [readLine(said), page.said],
      ] as const) {
        if (text !== '' && !list.includes(text)) list.push(text);
      }
    },
    all: (): NativeCitation[] => [...pages].map(([url, page]) => ({ url, ...page })),
  };
}

function readUrl(value: unknown): string | undefined {
  if (typeof value !== 'string' || value.length > LONGEST_URL || !URL.canParse(value)) return undefined;
  const url = new URL(value);
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return undefined;
  if (url.username !== '' || url.password !== '') return undefined;
  // OpenAI marks its links.
  if (url.searchParams.get('utm_source') === 'openai') url.searchParams.delete('utm_source');
  return url.href;
}

function readLine(value: unknown): string {
  if (typeof value !== 'string') return '';
  return value
    .toWellFormed()
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .trim()
    .slice(0, LONGEST_TEXT)
    .toWellFormed();
}

/** The model's own word for a low effort; none where it is not known to have one. */
export function lowEffort({ capabilities }: Model): string | number | undefined {
  return capabilities.reasoningEffort ? capabilities.efforts?.low : undefined;
}
