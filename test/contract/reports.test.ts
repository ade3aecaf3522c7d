/** Reports that callers publish: who may, what readers get, and that what is taken back is gone. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readDocx } from '../../src/documents/read-docx.ts';
import { expectError, readJson } from '../harness/read-answer.ts';
import { type Gateway, startGateway } from '../harness/start-gateway.ts';

const ADMIN = 'admin-key-of-this-test-0123456789abcdef';
const TEXT = 'The tower was completed in 1899. It stands in Paris.\nNobody knows how many bolts it has.';
const EVIL = `</title></script><script>alert(1)</script><img src=x onerror="alert(1)"> ' & \u202e`;

const evidence = {
  source: 'wikipedia',
  kind: 'encyclopedia',
  title: 'Eiffel Tower',
  url: 'https://en.wikipedia.org/wiki/Eiffel_Tower',
  quote: 'It was completed on 31 March 1889.',
  published: '2024-05-01',
  stance: 'refutes',
};
const claimOf = (words: string, over: object = {}) => ({
  id: 'claim-1',
  text: words,
  original_text: words,
  role: 'text',
  message_index: 0,
  start: TEXT.indexOf(words),
  end: TEXT.indexOf(words) + words.length,
  category: 'event',
  confidence: 0.9,
  language: 'en',
  language_supported: true,
  ...over,
});
const REFUTED = claimOf('The tower was completed in 1899.', {
  verdict: 'refuted',
  explanation: 'The evidence gives another year.',
  evidence: [evidence],
  correction: { wrong: '1899', right: '1889', source: 'wikipedia', url: evidence.url },
});
const DECIDED = claimOf('It stands in Paris.', {
  verdict: 'refuted',
  explanation: 'Wrongly refuted.',
  decision: {
    verdict: 'supported',
    note: 'I have been there.',
    by: 'Cy Jones',
    evidence: [{ text: 'Champ de Mars, Paris', url: 'https://paris.example.org/' }],
    at: 1_760_000_000_000,
  },
  others: [{ verdict: 'conflicting', by: 'Di Lee', at: 1_760_100_000_000, note: 'Which one?' }],
});
const OPEN = claimOf('Nobody knows how many bolts it has.', { checked: false });
const REPORT = {
  report: {
    title: 'The tower, checked',
    author: 'Ann Smith',
    publisher: 'The Daily Check',
    date: '2026-11-05',
    document: { title: 'On towers', author: 'Bob', date: '2026-11-01', url: 'https://example.org/towers' },
    judged: { at: Date.parse('2026-11-04T12:00:00Z'), by: [{ model: 'gpt-6-luna' }] },
  },
  text: TEXT,
  claims: [REFUTED, DECIDED, OPEN],
  metadata: { mode: 'verify', sources_consulted: ['wikipedia'], claims_detected: 3 },
};
const expectRefusal = async (response: Response, status: number, said: RegExp | string): Promise<void> => {
  const { detail } = await expectError(response, { status });
  expect(detail).toEqual(typeof said === 'string' ? said : expect.stringMatching(said));
};
type Published = { readonly id: string; readonly url: string; readonly created_at: number };

let gateway: Gateway;
// Not by the harness: what is published is kept as it is.
const send = (method: string, path: string, key: string, body?: unknown) =>
  fetch(`${gateway.url}${path}`, {
    method,
    headers: {
      authorization: `Bearer ${key}`,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
const publish = async (key: string, body: object = REPORT): Promise<Published> => {
  const response = await send('POST', '/v1/reports', key, body);
  expect(response.status).toBe(201);
  return readJson(response);
};
const issue = async (terms: object): Promise<{ readonly id: string; readonly key: string }> =>
  readJson(await send('POST', '/admin/v1/keys', ADMIN, terms));
const read = async (url: string, headers: Record<string, string> = {}) => {
  const response = await fetch(url.replace(/^https?:\/\/[^/]+/, gateway.url), { headers });
  return { response, text: await response.text() };
};
const reviewsIn = (page: string) =>
  JSON.parse(/<script type="application\/ld\+json">([^<]*)<\/script>/.exec(page)?.[1] ?? '[]') as {
    readonly [member: string]: unknown;
    readonly reviewRating: object;
    readonly itemReviewed: object;
  }[];

describe('a gateway on which nobody may publish', () => {
  beforeAll(async () => {
    gateway = await startGateway();
  });
  afterAll(() => gateway.stop());

  it('refuses, and says what to set', async () => {
    const response = await send('POST', '/v1/reports', 'sandbox', REPORT);
    await expectRefusal(response, 403, /plans: publish/);
    expect(await readJson(await send('GET', '/v1/limits', 'sandbox'))).not.toHaveProperty('publish');
  });
});

describe('where every plan includes publishing', () => {
  const yaml = 'plans: { default: pro, pro: { publish: true } }';

  it('a key that nobody has accepted publishes nothing, and a sandbox key does on a personal machine alone', async () => {
    gateway = await startGateway({
      yaml: `${yaml}\nsandbox: { enabled: true }\ntrusted_proxies: [10.0.0.1]`,
    });
    const made = await send('POST', '/v1/reports', 'sk-made-up-by-somebody-1234567890', REPORT);
    await expectRefusal(made, 403, /No provider has accepted this key/);
    await expectRefusal(await send('POST', '/v1/reports', 'sandbox', REPORT), 403, /does not include/);
    expect(await readJson(await send('GET', '/v1/limits', 'sandbox'))).not.toHaveProperty('publish');
    await gateway.stop();

    gateway = await startGateway({ yaml });
    const { id, url } = await publish('sandbox', { ...REPORT, index: false });
    expect(url).toBe(`${gateway.url}/reports/${id}`);
    expect((await read(url)).text).toContain(`<link rel="canonical" href="${url}">`);
    await gateway.stop();
  });
});

describe('published reports', () => {
  let ann: { readonly id: string; readonly key: string };
  let ben: { readonly id: string; readonly key: string };
  beforeAll(async () => {
    gateway = await startGateway({
      yaml: `
admin: { keys: ["ann:${ADMIN}"] }
providers: { openai: { keys: [sk-operator-of-this-test] } }
plans: { news: { models: all, publish: true } }
reports: { url: "https://facts.example.org/", max_per_caller: 3, max_size: 20KiB }
`,
    });
    ann = await issue({ plan: 'news' });
    ben = await issue({ plan: 'news' });
  });
  afterAll(() => gateway.stop());

  it('are for callers whose plan includes it', async () => {
    const { key } = await issue({ plan: 'pro' });
    await expectRefusal(await send('POST', '/v1/reports', key, REPORT), 403, /does not include publishing/);
    await expectRefusal(await fetch(`${gateway.url}/v1/reports`), 401, 'API key is required');
    expect(await readJson(await send('GET', '/v1/limits', ann.key))).toMatchObject({ publish: true });
  });

  it('are read by anybody, as a page that runs nothing', async () => {
    const { id, url, created_at } = await publish(ann.key);
    expect(id).toMatch(/^[\w-]{24}$/);
    expect(url).toBe(`https://facts.example.org/reports/${id}`);
    expect(created_at).toBeGreaterThan(1_700_000_000);
    const { response, text } = await read(url);
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
    const policy = response.headers.get('content-security-policy');
    expect(policy).toMatch(
      /^default-src 'none'; style-src 'sha256-[\w+/=]+'; form-action 'none'; base-uri 'none'/,
    );
    expect(policy).toContain("frame-ancestors 'none'");
    expect(response.headers.get('x-content-type-options')).toBe('nosniff');
    expect(response.headers.get('cache-control')).toBe('no-cache');
    expect(response.headers.has('x-robots-tag')).toBe(false);
    for (const tag of [
      `<link rel="canonical" href="${url}">`,
      '<meta property="og:title" content="The tower, checked">',
      '<meta property="og:description" content="3 claims: 1 supported, 1 refuted, 1 not checked; sources: wikipedia.">',
      `<meta property="og:url" content="${url}">`,
      '<meta name="twitter:card" content="summary">',
    ]) {
      expect(text).toContain(tag);
    }
    expect(text).not.toContain('noindex');
    expect(text).toContain('<mark class="refuted">The tower was completed in 1899.</mark>');
    expect(text).toContain('Decided by Cy Jones, 2025-10-09. I have been there.');
    expect(text).toContain('Di Lee decided otherwise, 2025-10-10: conflicting evidence. Which one?');
    expect(text).toContain('Ann Smith, The Daily Check');
    expect(text).toContain('<a href="https://example.org/towers">');
    await send('DELETE', `/v1/reports/${id}`, ann.key);
  });

  it('have a ClaimReview for each claim that was decided, with the same members whoever decided', async () => {
    const { id, url } = await publish(ann.key);
    const reviews = reviewsIn((await read(url)).text);
    expect(reviews).toHaveLength(2);
    const [byModel, byPerson] = reviews;
    expect(Object.keys(byPerson!).sort()).toEqual(Object.keys(byModel!).sort());
    expect(Object.keys(byPerson!.reviewRating)).toEqual(Object.keys(byModel!.reviewRating));
    expect(byModel).toMatchObject({
      '@type': 'ClaimReview',
      url: `${url}#claim-1`,
      datePublished: '2026-11-05',
      author: { '@type': 'Organization', name: 'The Daily Check' },
      claimReviewed: 'The tower was completed in 1899.',
      itemReviewed: {
        '@type': 'Claim',
        author: { '@type': 'Person', name: 'Bob' },
        appearance: { url: 'https://example.org/towers', headline: 'On towers', datePublished: '2026-11-01' },
      },
      reviewRating: { ratingValue: 1, bestRating: 5, worstRating: 1, alternateName: 'False' },
      citation: [{ url: evidence.url, text: evidence.quote }],
    });
    expect(byPerson).toMatchObject({
      url: `${url}#claim-2`,
      author: { '@type': 'Person', name: 'Ann Smith' },
      publisher: { name: 'The Daily Check' },
      reviewRating: { ratingValue: 5, alternateName: 'True', ratingExplanation: 'I have been there.' },
      citation: [{ url: 'https://paris.example.org/', text: 'Champ de Mars, Paris' }],
    });
    await send('DELETE', `/v1/reports/${id}`, ann.key);
  });

  it('lead to the gateway’s own pages by their whole addresses', async () => {
    const own = { ...REFUTED, evidence: [{ ...evidence, url: '/starter/lightning' }] };
    const { id, url } = await publish(ann.key, { ...REPORT, claims: [own] });
    const { text } = await read(url);
    expect(text).toContain('<a href="https://facts.example.org/starter/lightning">');
    expect(reviewsIn(text)[0]).toMatchObject({
      citation: [{ url: 'https://facts.example.org/starter/lightning' }],
    });
    await send('DELETE', `/v1/reports/${id}`, ann.key);
  });

  it('are sent again only where they have changed', async () => {
    const { id, url } = await publish(ann.key);
    const tag = (await read(url)).response.headers.get('etag') as string;
    for (const known of [tag, `W/${tag}`, `"other", ${tag}`]) {
      const { response, text } = await read(url, { 'if-none-match': known });
      expect([response.status, text]).toEqual([304, '']);
      expect(response.headers.get('etag')).toBe(tag);
    }
    const head = await fetch(`${gateway.url}/reports/${id}`, { method: 'HEAD' });
    expect([head.status, await head.text()]).toEqual([200, '']);
    const changed = { ...REPORT, report: { ...REPORT.report, title: 'Put right' } };
    const replaced = await send('POST', `/v1/reports/${id}`, ann.key, changed);
    expect(await readJson(replaced)).toMatchObject({ id, url, title: 'Put right' });
    const again = await read(url, { 'if-none-match': tag });
    expect(again.response.status).toBe(200);
    expect(again.text).toContain('<h1 dir="ltr">Put right</h1>');
    await send('DELETE', `/v1/reports/${id}`, ann.key);
    expect((await read(url, { 'if-none-match': tag })).response.status).toBe(404);
  });

  it('come as JSON, Markdown and CSV too, and in no other form', async () => {
    const { id, url } = await publish(ann.key);
    const json = await read(`${url}.json`);
    expect(json.response.headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(JSON.parse(json.text)).toMatchObject({
      url,
      text: TEXT,
      report: REPORT.report,
      reviews: [{}, {}],
    });
    const markdown = await read(`${url}.md`);
    expect(markdown.response.headers.get('content-type')).toBe('text/markdown; charset=utf-8');
    expect(markdown.text).toMatch(/^# The tower, checked\n\nAnn Smith, The Daily Check, 2026\\?-11\\?-05/);
    expect(markdown.text).toContain('**refuted**');
    const csv = await read(`${url}.csv`);
    expect(csv.response.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(csv.text.split('\r\n').map((row) => row.split(',').slice(3, 9))).toEqual([
      ['start', 'end', 'verdict', 'decided_by', 'verdict_confidence', 'decision_note'],
      ['0', '32', 'refuted', 'model', '', ''],
      ['33', '52', 'supported', 'person', '', 'I have been there.'],
      ['53', '88', '', '', '', ''],
      [],
    ]);
    expect(csv.text).toContain('Di Lee: conflicting evidence. Which one?');
    expect(markdown.text).toContain('Di Lee decided otherwise');
    for (const path of [`${url}.exe`, `${url}.toString`, `${url}.`, `${url}.json.md`, `${url}x`]) {
      expect((await read(path)).response.status).toBe(404);
    }
    await send('DELETE', `/v1/reports/${id}`, ann.key);
  });

  it('come as a Word document, which is saved under the report’s name', async () => {
    const { id, url } = await publish(ann.key);
    const response = await fetch(`${gateway.url}/reports/${id}.docx`);
    const { headers } = response;
    expect([response.status, headers.get('content-type'), headers.get('content-disposition')]).toEqual([
      200,
      'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
      `attachment; filename="report.docx"; filename*=UTF-8''The%20tower%2C%20checked.docx`,
    ]);
    const { text, title, author } = await readDocx(new Uint8Array(await response.arrayBuffer()));
    expect([title, author]).toEqual(['The tower, checked', 'Ann Smith, The Daily Check']);
    for (const words of [
      TEXT.slice(0, 20),
      '✗ refuted: The tower was completed in 1899.',
      'refutes: “It was completed on 31 March 1889.”',
      'Decided by Cy Jones, 2025-10-09. I have been there.',
      'A machine had judged it: refuted.',
      'gpt-6-luna',
      'Sources\n\nEiffel Tower (en.wikipedia.org): claim 1\n\nhttps://paris.example.org/ (paris.example.org): claim 2',
      url,
    ]) {
      expect(text).toContain(words);
    }
    const known = { 'if-none-match': headers.get('etag') as string };
    expect((await fetch(`${gateway.url}/reports/${id}.docx`, { headers: known })).status).toBe(304);
    await send('DELETE', `/v1/reports/${id}`, ann.key);
    expect((await fetch(`${gateway.url}/reports/${id}.docx`, { headers: known })).status).toBe(404);
  });

  it('are changed, listed and taken back by their maker alone', async () => {
    const { id, url } = await publish(ann.key);
    await expectRefusal(await send('POST', `/v1/reports/${id}`, ben.key, REPORT), 404, 'No such report');
    await expectRefusal(await send('DELETE', `/v1/reports/${id}`, ben.key), 404, 'No such report');
    expect(await readJson(await send('GET', '/v1/reports', ben.key))).toMatchObject({ data: [] });
    expect((await read(url)).response.status).toBe(200);

    const second = await publish(ann.key);
    const page = await readJson<{ data: Published[]; next: string }>(
      await send('GET', '/v1/reports?limit=1', ann.key),
    );
    expect(page.data).toHaveLength(1);
    const rest = await readJson<{ data: Published[]; next: null }>(
      await send('GET', `/v1/reports?after=${page.next}`, ann.key),
    );
    expect([...page.data, ...rest.data].map((report) => report.id).sort()).toEqual([id, second.id].sort());
    expect(rest.next).toBeNull();

    // A key that was given another secret is the same maker.
    const moved = await readJson<{ key: string }>(
      await send('POST', `/admin/v1/keys/${ann.id}/rotate`, ADMIN),
    );
    ann = { ...ann, key: moved.key };
    for (const one of [id, second.id]) {
      expect(await readJson(await send('DELETE', `/v1/reports/${one}`, ann.key))).toEqual({
        id: one,
        object: 'report',
        deleted: true,
      });
    }
    const gone = await read(url);
    expect(gone.response.status).toBe(404);
    expect(gone.response.headers.has('etag')).toBe(false);
    expect((await read(url, { accept: 'text/html' })).text).toContain('<!doctype html>');
    await expectRefusal(await send('DELETE', `/v1/reports/${id}`, ann.key), 404, 'No such report');
  });

  it('stay where their key is revoked, and are removed by an operator, which is in the audit log', async () => {
    const gone = await issue({ plan: 'news' });
    const { id, url } = await publish(gone.key);
    await send('DELETE', `/admin/v1/keys/${gone.id}`, ADMIN);
    await expectRefusal(await send('DELETE', `/v1/reports/${id}`, gone.key), 401, /revoked/);
    expect((await read(url)).response.status).toBe(200);

    const listed = await readJson<{ data: object[] }>(
      await send('GET', `/admin/v1/reports?maker=${gone.id}`, ADMIN),
    );
    expect(listed.data).toMatchObject([{ id, path: `/reports/${id}`, maker: gone.id, claims: 3 }]);
    await expectRefusal(await send('DELETE', `/admin/v1/reports/${id}`, gone.key), 401, 'Invalid API key');
    expect((await send('DELETE', `/admin/v1/reports/${id}`, ADMIN)).status).toBe(204);
    expect((await read(url)).response.status).toBe(404);
    expect((await send('DELETE', `/admin/v1/reports/${id}`, ADMIN)).status).toBe(404);
    const { data } = await readJson<{ data: object[] }>(
      await send('GET', `/admin/v1/audit?subject=${id}`, ADMIN),
    );
    expect(data).toContainEqual(
      expect.objectContaining({ action: 'report.remove', actor: 'admin:ann', outcome: 'done' }),
    );
  });

  it('are bounded in size and number', async () => {
    const large = { ...REPORT, text: TEXT.padEnd(30_000, '.') };
    await expectRefusal(await send('POST', '/v1/reports', ben.key, large), 413, /20,480 bytes/);
    const made = [await publish(ben.key), await publish(ben.key), await publish(ben.key)];
    await expectRefusal(await send('POST', '/v1/reports', ben.key, REPORT), 409, /take one back/);
    for (const { id } of made) await send('DELETE', `/v1/reports/${id}`, ben.key);
  });

  it.each([
    ['an unknown member', { ...REPORT, html: '<b>' }, 'html'],
    ['no text', { ...REPORT, text: '' }, 'text'],
    ['a date that is none', { ...REPORT, report: { date: 'yesterday' } }, 'date'],
    ['a verdict that is none', { ...REPORT, claims: [{ ...REFUTED, verdict: 'true' }] }, 'verdict'],
  ])('are refused with %s', async (_what, body, field) => {
    const response = await send('POST', '/v1/reports', ann.key, body);
    expect(response.status).toBe(422);
    expect(JSON.stringify(await response.json())).toContain(field);
  });

  it('hold texts of others as text, and no address that runs', async () => {
    const hostile = claimOf(EVIL, {
      ...{ start: 0, end: 5, verdict: 'refuted', explanation: EVIL, speaker: EVIL },
      evidence: [{ ...evidence, title: EVIL, url: 'javascript:alert(1)', quote: EVIL }],
      decision: { verdict: 'refuted', note: EVIL, evidence: [{ text: EVIL, url: 'javascript:alert(2)' }] },
    });
    const document = {
      title: EVIL,
      author: EVIL,
      date: EVIL,
      url: 'data:text/html,<script>alert(3)</script>',
    };
    const { id, url } = await publish(ann.key, {
      ...REPORT,
      report: { title: EVIL, author: EVIL, publisher: EVIL, document },
      text: `${EVIL}\n${EVIL}`,
      claims: [hostile],
    });
    const { text } = await read(url);
    expect(text).not.toMatch(/<script(?! type="application\/ld\+json">)|<img|\u202e|href="(?!https?:|#)/);
    expect(text.match(/<script/g)).toHaveLength(1);
    const [review] = reviewsIn(text);
    expect(review).toMatchObject({ claimReviewed: EVIL.replace('\u202e', '') });
    expect(JSON.stringify(review)).not.toMatch(/"url":"(?!https:\/\/facts\.example\.org\/)/);
    expect((await read(`${url}.csv`)).text).not.toMatch(/^=|javascript:|data:/m);
    expect((await read(`${url}.md`)).text).not.toMatch(/\]\(<?(?:javascript|data):|^<script/m);
    await send('DELETE', `/v1/reports/${id}`, ann.key);
  });

  it('are left out by search engines where their maker says so, or verdicts were simulated', async () => {
    const simulated = {
      ...REPORT.report,
      judged: { at: 0, by: [{ model: 'gpt-6-luna', simulated: true }] },
    };
    for (const body of [
      { ...REPORT, index: false },
      { ...REPORT, report: simulated },
    ]) {
      const { id, url } = await publish(ann.key, body);
      const { response, text } = await read(url);
      expect(response.headers.get('x-robots-tag')).toBe('noindex');
      expect(text).toContain('<meta name="robots" content="noindex">');
      // A simulated verdict is no review; a person's is one.
      expect(reviewsIn(text)).toHaveLength('index' in body ? 2 : 1);
      await send('DELETE', `/v1/reports/${id}`, ann.key);
    }
  });
});
