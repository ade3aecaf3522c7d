import { describe, expect, it } from 'vitest';
import { readFeed } from './read-feed.ts';

const RSS = `<?xml version="1.0"?><rss version="2.0"><channel><title>News</title><link>https://example.org/</link>
<item><title>One &amp; only</title><link>https://example.org/1</link><pubDate>Wed, 04 Mar 2026 10:00:00 GMT</pubDate></item>
<item><title>Two</title><link>/2</link><pubDate>some day</pubDate></item>
<item><title>No page</title><link>mailto:a@example.org</link></item>
<item><title>One again</title><link>https://example.org/1</link></item></channel></rss>`;

describe('a feed', () => {
  it('in RSS leads to each of its pages once, relative ones by its own address', () => {
    expect(readFeed(RSS, 'https://example.org/feed.xml')).toEqual({
      kind: 'pages',
      entries: [
        { url: 'https://example.org/1', title: 'One & only', date: '2026-03-04' },
        { url: 'https://example.org/2', title: 'Two' },
      ],
    });
  });

  it('in Atom and RDF leads to its pages', () => {
    const atom = `<feed xmlns="http://www.w3.org/2005/Atom"><title>T</title><entry><title>E</title>
<link rel="alternate" href="https://example.org/e"/><updated>2026-01-02T03:04:05Z</updated></entry></feed>`;
    const rdf = `<rdf:RDF xmlns="http://purl.org/rss/1.0/"><item><title>R</title><link>https://example.org/r</link></item></rdf:RDF>`;
    expect(readFeed(atom)).toEqual({
      kind: 'pages',
      entries: [{ url: 'https://example.org/e', title: 'E', date: '2026-01-02' }],
    });
    expect(readFeed(rdf)).toEqual({ kind: 'pages', entries: [{ url: 'https://example.org/r', title: 'R' }] });
  });

  it('in OPML lists feeds, at any depth', () => {
    const opml = `<opml version="2.0"><body><outline text="All"><outline type="rss" xmlUrl="https://example.org/a.xml"/>
<outline xmlurl="https://example.org/b.xml"/></outline><outline xmlUrl="https://example.org/a.xml"/><outline xmlUrl="file:///etc"/></body></opml>`;
    expect(readFeed(opml)).toEqual({
      kind: 'feeds',
      feeds: ['https://example.org/a.xml', 'https://example.org/b.xml'],
    });
  });

  it.each(['<html><body>no feed</body></html>', '', '<rss'])('is not %j', (text) => {
    expect(() => readFeed(text)).toThrow(/neither RSS nor Atom nor OPML/);
  });
});
