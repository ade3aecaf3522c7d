/** Whatever a caller, a provider or a file says: it is read, or refused in the words that are meant for that. */
import fc from 'fast-check';
import { describe, expect } from 'vitest';
import { CommandFailed } from '../../src/cli/command-failed.ts';
import { readTable } from '../../src/cli/read-table.ts';
import { ApiKey } from '../../src/domain/api-key.ts';
import { JsonLimitError, parseBoundedJson } from '../../src/domain/bounded-json.ts';
import { GatewayError } from '../../src/domain/errors.ts';
import { claimProbability, detectClaims } from '../../src/engine/claims/detect.ts';
import { openClaimScan } from '../../src/engine/claims/scan-stream.ts';
import { DocumentFault, readDocument } from '../../src/engine/corpus/read-document.ts';
import { splitPassages } from '../../src/engine/corpus/split-passages.ts';
import { guessLanguage } from '../../src/engine/text/guess-language.ts';
import { splitSentences } from '../../src/engine/text/split-sentences.ts';
import { joinPieces } from '../../src/models/dialects/join-pieces-in-tests.ts';
import { DIALECTS } from '../../src/models/providers/registry.ts';
import { modelOf, readFixtures, readShippedCatalogue } from '../conformance/read-fixtures.ts';
import { decode, oneByteAtATime, run } from '../conformance/run-stream.ts';
import { PIECES } from '../linear-time/pieces.ts';
import { fuzz } from './fuzz.ts';
import { oddText } from './read-schema.ts';

const key = ApiKey.parse('sk-fuzz-0123456789abcdef') as ApiKey;
const catalogue = readShippedCatalogue();

const prose: fc.Arbitrary<string> = fc
  .array(fc.oneof(oddText, fc.constantFrom(...PIECES), fc.constant('The tower was built in 1889. ')), {
    maxLength: 20,
  })
  .map((pieces) => pieces.join(''));

describe('claims', () => {
  fuzz('of any text stand where they say, and one after the other', prose, (text) => {
    const ends: number[] = [];
    for (const { start, end, original_text, text: claim, confidence } of detectClaims(text)) {
      expect(text.slice(start, end)).toBe(original_text);
      expect(start).toBeGreaterThanOrEqual(ends.at(-1) ?? 0);
      expect(claim.trim()).not.toBe('');
      expect(confidence).toBeGreaterThanOrEqual(0);
      expect(confidence).toBeLessThanOrEqual(1);
      ends.push(end);
    }
    expect(claimProbability(text)).toBeLessThanOrEqual(1);
    guessLanguage(text);
    for (const sentence of splitSentences(text)) expect(sentence.end).toBeGreaterThan(sentence.start);
    splitPassages(text);
  });

  fuzz(
    'found in a stream are those of the whole text, however it is cut',
    fc.tuple(prose, fc.array(fc.nat(200), { maxLength: 20 })),
    ([text, cuts]) => {
      const places = [...new Set(cuts.map((cut) => cut % (text.length + 1)))].sort((a, b) => a - b);
      const scan = openClaimScan();
      const found = [0, ...places].flatMap((from, i) => [
        ...scan.push(text.slice(from, places[i] ?? text.length)),
      ]);
      found.push(...scan.end());
      const whole = openClaimScan();
      expect(found).toEqual([...whole.push(text), ...whole.end()]);
    },
  );
});

describe('files', () => {
  const cell = fc.oneof(oddText, fc.constantFrom('"', '""', ',', '\n', '\r\n', ';', '\t', '\ufeff', 'a,b'));
  const table = fc.oneof(
    fc.string({ unit: 'binary' }).map((text) => Buffer.from(text)),
    fc.uint8Array().map((bytes) => Buffer.from(bytes)),
    fc
      .array(fc.array(cell, { maxLength: 4 }), { maxLength: 6 })
      .map((rows) => Buffer.from(rows.map((row) => row.join(',')).join('\n'))),
  );
  fuzz('of any bytes are read as CSV, or refused in a line', table, async (bytes) => {
    async function* inPieces(): AsyncGenerator<Uint8Array> {
      for (let at = 0; at < bytes.length; at += 7) yield bytes.subarray(at, at + 7);
    }
    try {
      for await (const row of readTable(inPieces())) expect(row.number).toBeGreaterThan(0);
    } catch (error) {
      expect(error).toBeInstanceOf(CommandFailed);
      expect((error as Error).message).not.toContain('\n');
    }
  });

  const line = fc.oneof(
    fc.json(),
    oddText,
    fc.record({ id: fc.jsonValue(), text: oddText, title: oddText }).map((one) => JSON.stringify(one)),
  );
  fuzz('of documents are read line by line, or refused in a line', line, (text) => {
    try {
      expect(readDocument(text).text.trim()).not.toBe('');
    } catch (error) {
      expect(error).toBeInstanceOf(DocumentFault);
    }
  });

  fuzz(
    'and bodies of any text are JSON as JSON.parse has it, or refused',
    fc.oneof(fc.json(), oddText),
    (text) => {
      const asked = (read: (text: string) => unknown): unknown => {
        try {
          return read(text);
        } catch (error) {
          expect(error instanceof SyntaxError || error instanceof JsonLimitError).toBe(true);
          return 'refused';
        }
      };
      expect(asked(parseBoundedJson)).toEqual(asked(JSON.parse));
    },
  );
});

/** The conformance suite names the others. */
const WITH_FIXTURES = DIALECTS.filter(({ key }) => readFixtures(key).pairs.length > 0);

describe.each(WITH_FIXTURES)('a provider that speaks like $key', ({ key: dialect, adapter }) => {
  const { pairs } = readFixtures(dialect);
  const anyPair = fc.constantFrom(...pairs);
  /** Bytes taken out, doubled or put in at some places. */
  const edits = fc.array(
    fc.tuple(fc.double({ min: 0, max: 1, noNaN: true }), fc.nat(40), fc.oneof(oddText, fc.json())),
    {
      minLength: 1,
      maxLength: 4,
    },
  );
  const edit = (text: string, all: readonly (readonly [number, number, string])[]): string =>
    all.reduce((now, [at, cut, put]) => {
      const place = Math.floor(at * now.length);
      return now.slice(0, place) + put + now.slice(place + cut);
    }, text);

  fuzz(`may stream anything, ${dialect}`, fc.tuple(anyPair, edits), ([pair, all]) => {
    const model = modelOf(catalogue, pair);
    const bytes = Buffer.from(edit(pair.chunks.toString(), all));
    const read = (pieces: Iterable<Uint8Array>) => {
      try {
        return run(adapter.openStream(model), decode(pieces));
      } catch (error) {
        // An event that is too long.
        return { error };
      }
    };
    const outcome = read([bytes]);
    if (outcome.error !== undefined) expect(outcome.error).toBeInstanceOf(GatewayError);
    expect(read(oneByteAtATime(bytes))).toEqual(outcome);
  });

  fuzz(
    `may answer anything, ${dialect}`,
    fc.tuple(anyPair, edits, fc.integer({ min: 100, max: 599 })),
    ([pair, all, status]) => {
      const text = edit(JSON.stringify(pair.response.body), all);
      expect(adapter.readError(status, () => undefined, text)).toBeInstanceOf(GatewayError);
      let body: unknown;
      try {
        body = JSON.parse(text);
      } catch {
        return;
      }
      try {
        adapter.readCompletion(body, modelOf(catalogue, pair));
      } catch (error) {
        expect(error).toBeInstanceOf(GatewayError);
      }
    },
  );

  fuzz(
    `is asked in JSON whatever the texts are, or not at all, ${dialect}`,
    fc.tuple(anyPair, oddText, oddText),
    ([pair, text, system]) => {
      const parts = (words: string) => [{ type: 'text' as const, text: words }];
      const messages = [
        { role: 'system' as const, content: parts(system) },
        ...pair.asked.messages,
        { role: 'user' as const, content: parts(text) },
      ];
      try {
        const { request } = adapter.toRequest(
          { ...pair.asked, messages, stream: true } as never,
          modelOf(catalogue, pair),
          key,
        );
        const body = JSON.stringify(JSON.parse(joinPieces(request.body)));
        expect(body).not.toContain(key.reveal());
        expect(request.path).toMatch(/^\/[\w./:%@?=-]*$/);
      } catch (error) {
        expect(error).toBeInstanceOf(GatewayError);
      }
    },
  );
});
