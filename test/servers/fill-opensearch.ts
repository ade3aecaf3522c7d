import type { NewsText } from '../archives/make-news.ts';
import type { TestOpenSearch } from './start-opensearch.ts';

/** Makes an index `articles` with the texts. */
export async function fillOpenSearch(server: TestOpenSearch, texts: Iterable<NewsText>): Promise<void> {
  await server.send('PUT', '/articles', {
    settings: { number_of_replicas: 0, refresh_interval: -1 },
    mappings: {
      properties: {
        headline: { type: 'text', analyzer: 'english' },
        body: { type: 'text', analyzer: 'english' },
        url: { type: 'keyword' },
        published_at: { type: 'date' },
      },
    },
  });
  let lines = '';
  const send = async (): Promise<void> => {
    if (lines !== '') await server.send('POST', '/articles/_bulk', lines);
    lines = '';
  };
  for (const { id, title, text, link, date } of texts) {
    lines += `${JSON.stringify({ index: { _id: String(id) } })}\n`;
    lines += `${JSON.stringify({ headline: title, body: text, url: link, published_at: date })}\n`;
    if (lines.length > 2_000_000) await send();
  }
  await send();
  await server.send('POST', '/articles/_refresh');
}
