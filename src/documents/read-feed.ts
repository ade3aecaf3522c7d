/** Feeds (RSS, Atom) and lists of feeds (OPML): the pages that they lead to. */
import { Parser, parseFeed } from 'htmlparser2';
import { cleanLine } from '../engine/corpus/clean-text.ts';
import { dayOf } from './describe.ts';
import { DocumentRefused } from './document.ts';

/** A page that a feed names. */
export interface FeedEntry {
  /** Absolute. */
  readonly url: string;
  /** On one line; `""` where the feed has none. */
  readonly title: string;
  /** ISO 8601: a day. */
  readonly date?: string;
}

export type Feed =
  | { readonly kind: 'pages'; readonly entries: readonly FeedEntry[] }
  /** Addresses of feeds. */
  | { readonly kind: 'feeds'; readonly feeds: readonly string[] };

/**
 * @param xml of a feed, as `recognizeKind` knows it.
 * @param base the address that the feed came from, which relative links start from.
 * @returns each page or feed once, in order. What has no link of http(s) is left out.
 * @throws DocumentRefused where it is no feed.
 */
export function readFeed(xml: string, base?: string): Feed {
  if (/<opml\b/.test(xml)) return { kind: 'feeds', feeds: readOutlines(xml, base) };
  const feed = parseFeed(xml);
  if (feed === null) throw new DocumentRefused('This feed is neither RSS nor Atom nor OPML');
  const seen = new Set<string>();
  const entries = feed.items.flatMap(({ link, title, pubDate }): FeedEntry[] => {
    const url = resolve(link, base);
    if (url === undefined || seen.has(url)) return [];
    seen.add(url);
    const day = dayOf(pubDate === undefined || Number.isNaN(pubDate.getTime()) ? '' : pubDate.toISOString());
    return [{ url, title: cleanLine(title ?? ''), ...(day === undefined ? {} : { date: day }) }];
  });
  return { kind: 'pages', entries };
}

/** @returns the addresses of an OPML list's feeds (OPML 2.0, "subscription lists"). */
function readOutlines(xml: string, base: string | undefined): string[] {
  const feeds = new Set<string>();
  const parser = new Parser(
    {
      onopentag(name, attributes) {
        const address = Object.entries(attributes).find(([key]) => key.toLowerCase() === 'xmlurl')?.[1];
        const url = name.toLowerCase() === 'outline' ? resolve(address, base) : undefined;
        if (url !== undefined) feeds.add(url);
      },
    },
    { xmlMode: true },
  );
  parser.end(xml);
  return [...feeds];
}

function resolve(link: string | undefined, base: string | undefined): string | undefined {
  const url = URL.parse(link?.trim() ?? '', base);
  return url !== null && /^https?:$/.test(url.protocol) ? url.href : undefined;
}
