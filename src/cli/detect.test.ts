import { Readable, Writable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { collect, runInTests } from './run-in-tests.ts';

const NILE = 'The Nile is 6,650 km long.';

async function detect(input: string) {
  const { code, stdout, stderr } = await runInTests(['detect'], {}, input);
  const rows = stdout
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as { id: unknown; claims: { text: string }[] });
  return { code, stderr, found: rows.map(({ id, claims }) => [id, ...claims.map(({ text }) => text)]) };
}

describe('claimgate detect', () => {
  it('takes lines that are no JSON object as plain texts, numbered as they stand in the file', async () => {
    const lines = [
      JSON.stringify({ id: 'a', text: NILE }),
      `${NILE}\r`,
      '',
      `{"id": 4, "text": "${NILE}"`,
      '[1889]',
      'null',
      JSON.stringify({ text: NILE }),
      'Hello there!',
    ];
    const { code, stderr, found } = await detect(lines.join('\n'));
    expect([code, stderr]).toEqual([0, '']);
    expect(found.map(([id]) => id)).toEqual(['a', 2, 4, 5, 6, null, 8]);
    expect(found.filter(([, claim]) => claim === NILE).map(([id]) => id)).toEqual(['a', 2, null]);
  });

  it('names the line of an object whose text is missing, and goes on', async () => {
    const { code, stderr, found } = await detect(`${NILE}\n{"id": 1}\n{"id": 2, "text": 7}\n${NILE}\n`);
    expect([code, stderr]).toEqual([
      1,
      'line 2: text must be a string\nline 3: text must be a string\nclaimgate: 2 lines were left out\n',
    ]);
    expect(found.map(([id]) => id)).toEqual([1, 4]);
  });

  it('says on a terminal what it waits for, and answers each line at once', async () => {
    const written = { text: '' };
    const stderr = Object.assign(collect(written), { isTTY: true });
    const seen: string[] = [];
    const typed = Object.assign(
      Readable.from(
        (function* () {
          yield `${NILE}\n`;
          yield `${NILE}\n`;
        })(),
      ),
      { isTTY: true },
    );
    const stdout = new Writable({
      write(chunk, _encoding, done) {
        seen.push(String(chunk));
        done();
      },
    });
    const over = { stderr, stdout: Object.assign(stdout, { isTTY: true }) };
    await runInTests(['detect'], {}, typed as unknown as NodeJS.ReadStream, over);
    expect(written.text).toBe('Type one text per line, then press Ctrl-D on a new line.\n');
    expect(seen.filter((text) => text !== '')).toHaveLength(2);
  });

  it('says of each text and claim how worth checking it is, and the language', async () => {
    const worthy = 'Unemployment has fallen to 3.5 percent, the lowest in 50 years.';
    const lines = [
      { id: 'a', text: `I was born in a small town in Ohio. ${worthy}` },
      { id: 'b', text: 'Die Mauer fiel am 9. November 1989, und das Land wurde 1990 vereint.' },
      { id: 'c', text: '' },
    ];
    const { code, stdout } = await runInTests(
      ['detect'],
      {},
      lines.map((line) => JSON.stringify(line)).join('\n'),
    );
    expect(code).toBe(0);
    const [first, german, empty] = stdout
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(Object.keys(first)).toEqual(['id', 'probability', 'check_worthiness', 'language', 'claims']);
    expect(first).toMatchObject({ id: 'a', language: 'en' });
    const claim = first.claims.at(-1);
    expect(claim.original_text).toBe(worthy);
    expect(claim.check_worthiness).toBeGreaterThan(0.8);
    expect(first.check_worthiness).toBe(claim.check_worthiness);
    expect(german).toMatchObject({
      language: 'de',
      claims: [{ check_worthiness: german.check_worthiness, language: 'de', language_supported: true }],
    });
    expect(empty).toEqual({ id: 'c', probability: 0, check_worthiness: 0, language: 'en', claims: [] });
  });

  it('resolves relative dates by the day of the text', async () => {
    const text = 'The mayor of Ulm resigned yesterday.';
    const lines = `${JSON.stringify({ text, date: '2024-05-08' })}\n${text}\n`;
    const { stdout } = await runInTests(['detect'], {}, lines);
    const claims = stdout
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line).claims[0]);
    expect(claims.map(({ date, stands_alone }) => [date, stands_alone])).toEqual([
      ['2024-05-07', undefined],
      [undefined, false],
    ]);
  });
});
