/** A SearXNG that finds just what a test says, and remembers what it was asked. */
import { type FakeProvider, type Received, startFakeProvider } from './fake-provider.ts';

export interface Page {
  readonly title: string;
  readonly url: string;
  readonly content: string;
  readonly publishedDate?: string;
}

export interface FakeSearch extends Pick<FakeProvider, 'url' | 'received' | 'stop'> {
  /** Says what is found from now on; `silence` leaves the question open. */
  find(search: (query: string) => readonly Page[] | 'silence'): void;
  /** What was asked. */
  readonly queries: readonly string[];
}

export async function startFakeSearch(): Promise<FakeSearch> {
  let search: (query: string) => readonly Page[] | 'silence' = () => [];
  const queryOf = ({ url }: Received): string =>
    new URL(url, 'http://search.test').searchParams.get('q') ?? '';
  const server = await startFakeProvider((request, response) => {
    const results = search(queryOf(request));
    if (results === 'silence') return;
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ results }));
  });
  return {
    url: server.url,
    received: server.received,
    find(next) {
      search = next;
    },
    get queries() {
      return server.received.map(queryOf);
    },
    stop: server.stop,
  };
}

/** The config's line that makes it a source, which is asked as often as a test likes. */
export function searchConfig({ url }: FakeSearch): string {
  return `sources: { searxng: { base_url: "${url}", rate: 1000, timeout: 10m } }`;
}
