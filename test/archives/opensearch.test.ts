/** An archive in a node of OpenSearch that the test starts: half a minute, so it is left to CLAIMGATE_TEST_SLOW=1. */
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { fillOpenSearch } from '../servers/fill-opensearch.ts';
import { describeWithServer } from '../servers/find-server.ts';
import { openSearchMissing, startOpenSearch, type TestOpenSearch } from '../servers/start-opensearch.ts';
import { newsText } from './make-news.ts';
import { openTestArchive, type TestArchive } from './open-archive.ts';

const TEXTS = Array.from({ length: 2_000 }, (_, id) => newsText(id));
const FIELDS = 'fields: { text: body, title: headline, link: url, date: published_at }';
const SLOW = process.env.CLAIMGATE_TEST_SLOW === '1';

if (!SLOW) it.skip('a node of OpenSearch needs CLAIMGATE_TEST_SLOW=1: it takes half a minute');
else {
  describeWithServer(openSearchMissing, 'an archive in OpenSearch', () => {
    let server: TestOpenSearch;
    const opened: TestArchive[] = [];
    const open = (settings: string): TestArchive => {
      const archive = openTestArchive(
        `{ kind: opensearch, timeout: 40s, base_url: "${server.url}", rate: 1000, ${settings} }`,
      );
      opened.push(archive);
      return archive;
    };
    const openNews = (more = '') => open(`index: articles, ${FIELDS} ${more}`);

    beforeAll(async () => {
      server = await startOpenSearch();
      await fillOpenSearch(server, TEXTS);
    }, 240_000);
    afterEach(async () => {
      for (const archive of opened.splice(0)) await archive.close();
    });
    afterAll(() => server?.stop());

    it('finds the text that decides a claim, with its link and its day', async () => {
      const archive = openNews(', evidence: news');
      for (const { claim, text, title, link, date } of TEXTS.filter(({ id }) => id % 97 === 0)) {
        const [best] = await archive.find(claim);
        expect(best).toMatchObject({ source: 'archive', kind: 'news', title, url: link, published: date });
        expect(text).toContain(best?.text);
      }
    });

    it('finds it in other words, and with another year', async () => {
      const { claim, link } = TEXTS[777]!;
      const other = claim.replace(/^The (.+) of (\w+) .* in \d{4}/, 'In $2 the $1 came in 1901');
      expect((await openNews().find(other))[0]?.url).toBe(link);
    });

    it('takes operators of a claim for words', async () => {
      const archive = openNews();
      for (const text of [
        '+"bridge" -harbour OR (url:*) ~2 ^5',
        'a"}],"x":{',
        String.raw`\u0022 / \\ * ? [a TO b]`,
      ]) {
        await archive.find(text);
      }
      expect((await archive.find(TEXTS[0]!.claim))[0]?.url).toBe(TEXTS[0]!.link);
    });

    it('asks the operator’s own query', async () => {
      const archive = openNews(
        ', query: { bool: { must: [{ match: { body: "{text}" } }], filter: [{ range: { published_at: { gte: "2015-01-01" } } }] } }',
      );
      const [old, young] = [TEXTS.find(({ date }) => date < '2015'), TEXTS.find(({ date }) => date > '2016')];
      expect((await archive.find(young!.claim))[0]?.url).toBe(young!.link);
      expect((await archive.find(old!.claim)).map(({ url }) => url)).not.toContain(old!.link);
    });

    it('reads the best parts of texts that are too long to be sent whole', async () => {
      const filler = Array.from(
        { length: 9_000 },
        (_, at) => `Sentence ${at} of a very long report says little.`,
      );
      const fact = 'The comet of Zurkaal passed the town in 1907.';
      for (const id of ['1', '2', '3']) {
        const body = [...filler.slice(0, 4_500), id === '2' ? fact : '', ...filler.slice(4_500)].join(' ');
        await server.send('PUT', `/books/_doc/${id}?refresh=true`, {
          body,
          link: `https://books.example/${id}`,
        });
      }
      const archive = open('index: books, fields: { text: body, link: link }');
      for (let search = 0; search < 2; search++) {
        const [best] = await archive.find('The comet of Zurkaal passed in 1907.');
        expect(best?.url).toBe('https://books.example/2');
        expect(best?.text).toContain(fact);
      }
    });

    it('says which index or field it lacks', async () => {
      const archive = open('index: nothing, fields: { text: body }');
      expect(await archive.fail()).toEqual({ fault: 'refused', message: 'has no index nothing (404)' });
      expect(await open('index: articles, fields: { text: bodies }').find('The bridge.')).toEqual([]);
      const wrong = openNews(', query: { no_such_query: { x: "{text}" } }');
      expect(await wrong.fail()).toEqual({
        fault: 'refused',
        message: 'cannot read the query: check query, fields and index (400)',
      });
    });

    it('fails while the server says nothing or is away, and answers again afterwards', async () => {
      const archive = openTestArchive(
        `{ kind: opensearch, timeout: 1s, base_url: "${server.url}", index: articles, ${FIELDS} }`,
      );
      opened.push(archive);
      const { claim, link } = TEXTS[3]!;
      server.freeze();
      expect(await archive.fail()).toEqual({ fault: 'timeout', message: 'did not answer in time' });
      server.thaw();
      await expect.poll(() => archive.findLink(claim)).toBe(link);
      await server.kill();
      expect((await archive.fail()).fault).toBe('unreachable');
    });
  });
}
