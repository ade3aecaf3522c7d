/** What a request with ten claims and forty passages waits for its verdicts, and others meanwhile. */
import { performance } from 'node:perf_hooks';
import { setTimeout as delay } from 'node:timers/promises';
import { Pool } from 'undici';

const ROUNDS = 9;
/** Other requests a second, and for how many seconds they are watched. */
const RATE = 40;
const SECONDS = 8;
const JSON_BODY = { 'content-type': 'application/json' };
const SANDBOX = { ...JSON_BODY, authorization: 'Bearer sandbox' };
const PLACES = [
  'Oberwald',
  'Niederau',
  'Steinach',
  'Lindau',
  'Kirchberg',
  'Altdorf',
  'Weiher',
  'Talheim',
  'Bergen',
  'Seefeld',
];

/** Each round has numbers of its own: nothing is remembered of the one before. */
function makeTexts(round: number): { readonly answer: string; readonly documents: readonly object[] } {
  const year = (at: number): number => 1900 + ((at * 7 + round * 13) % 99);
  const claims = PLACES.map(
    (place, at) => `The bridge number ${round} in ${place} was opened to traffic in ${year(at) + (at % 2)}.`,
  );
  const documents = PLACES.flatMap((place, at) => [
    {
      title: `${place}, a history`,
      text: `Work on the crossing took nine years. The bridge number ${round} in ${place} was opened to traffic in ${year(at)}. It has two lanes and a footpath.`,
    },
    {
      title: `${place}, traffic`,
      text: `Some ${at + 4},200 vehicles cross the bridge number ${round} in ${place} each day. Lorries are a fifth of them.`,
    },
    {
      title: `${place}, upkeep`,
      text: `The deck of the bridge number ${round} in ${place} was renewed in ${year(at) + 30}. The work cost 4.2 million.`,
    },
    {
      title: `${place}, weather`,
      text: `In ${place} it rains on ${at + 110} days of the year. The wind comes from the west on most of them.`,
    },
  ]);
  return { answer: claims.join(' '), documents };
}

export async function timeRequests(port: number) {
  const pool = new Pool(`http://127.0.0.1:${port}`, { connections: 64 });
  const post = async (route: string, body: object): Promise<string> => {
    const sent = { method: 'POST', path: route, headers: JSON_BODY, body: JSON.stringify(body) } as const;
    const answer = await pool.request(sent);
    const text = await answer.body.text();
    if (answer.statusCode !== 200) throw new Error(`status ${answer.statusCode}: ${text}`);
    return text;
  };
  let round = 0;
  let stated = 0;
  const checkWhole = async (): Promise<number> => {
    round += 1;
    const { answer, documents } = makeTexts(round);
    const began = performance.now();
    const text = await post('/v1/claims', { text: answer, mode: 'ground', documents });
    const took = performance.now() - began;
    stated = text.split(/"verdict":"(?:supported|refuted)"/).length - 1;
    return took;
  };
  const checkStream = async (): Promise<number> => {
    round += 1;
    const { answer, documents } = makeTexts(round);
    const body = {
      ...{ model: 'gpt-6-luna', stream: true, fact_check: { mode: 'ground', documents } },
      messages: [{ role: 'user', content: `What is said of the bridges?\nSay: ${answer}` }],
    };
    const sent = { method: 'POST', path: '/v1/chat/completions', headers: SANDBOX } as const;
    const response = await pool.request({ ...sent, body: JSON.stringify(body), bodyTimeout: 0 });
    let lastText = Number.NaN;
    for await (const piece of response.body)
      if (/"delta":\{"content"/.test(String(piece))) lastText = performance.now();
    return performance.now() - lastText;
  };
  await checkWhole();
  const whole: number[] = [];
  const streamed: number[] = [];
  for (let at = 0; at < ROUNDS; at++) {
    whole.push(await checkWhole());
    streamed.push(await checkStream());
  }
  const watch = async (): Promise<number> => {
    const times: number[] = [];
    const asked: Promise<void>[] = [];
    for (let at = 0; at < RATE * SECONDS; at++) {
      const began = performance.now();
      const text = 'The tower in Oberwald is 43 metres high.';
      asked.push(
        post('/v1/claims', { text, mode: 'detect' }).then(() => void times.push(performance.now() - began)),
      );
      await delay(1_000 / RATE);
    }
    await Promise.all(asked);
    return times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.99)] ?? Number.NaN;
  };
  const alone = await watch();
  let watching = true;
  const busy = (async () => {
    while (watching) await checkWhole();
  })();
  const beside = await watch();
  watching = false;
  await busy;
  await pool.close();
  return { whole, streamed, stated, alone, beside };
}
