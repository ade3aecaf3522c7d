import type { NativeCitation } from './native-dialect.ts';

interface Found {
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
    add({ url: given, title, cited, said, age }: Found): void {
      const url = readUrl(given);
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
