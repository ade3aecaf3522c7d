/** What sources were asked and what they answered, as their documentation shows it. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { EvidenceQuery, SourceError } from '../../src/engine/factcheck/sources/source.ts';

const ROOT = path.resolve(import.meta.dirname, '../../src/engine/factcheck/sources/__fixtures__');

export interface SourceExchange {
  readonly request: {
    readonly method: 'GET' | 'POST';
    readonly path: string;
    readonly query?: Readonly<Record<string, string>>;
    /** Those that the source asks for; others may be there. */
    readonly headers?: Readonly<Record<string, string>>;
    readonly body?: unknown;
  };
  readonly response: {
    readonly status: number;
    readonly headers: Readonly<Record<string, string>>;
    readonly text: string;
  };
}

export interface SourceFixture {
  readonly name: string;
  readonly label: string;
  /** Where it is documented. */
  readonly source: string;
  readonly query: EvidenceQuery;
  readonly exchanges: readonly SourceExchange[];
  /** What is found, without the source's name; absent where the search fails. */
  readonly items?: readonly Readonly<Record<string, string>>[];
  readonly error?: { readonly fault: SourceError['fault']; readonly message: string };
}

/** @returns none where the source has no folder. */
export function readSourceFixtures(source: string): readonly SourceFixture[] {
  const directory = path.join(ROOT, source);
  if (!existsSync(directory)) return [];
  return readdirSync(directory)
    .filter((file) => file.endsWith('.json'))
    .map((file) => {
      const { exchanges, ...rest } = JSON.parse(readFileSync(path.join(directory, file), 'utf8'));
      return {
        name: file.replace(/\.json$/, ''),
        ...rest,
        exchanges: exchanges.map(({ request, response: { status, headers, body, xml } }: RawExchange) => ({
          request,
          response: {
            status,
            headers: { 'content-type': typeOf(xml, body), ...headers },
            text:
              xml !== undefined
                ? readFileSync(path.join(directory, xml), 'utf8')
                : typeof body === 'string'
                  ? body
                  : JSON.stringify(body),
          },
        })),
      };
    });
}

interface RawExchange {
  readonly request: SourceExchange['request'];
  readonly response: {
    readonly status: number;
    readonly headers?: Readonly<Record<string, string>>;
    readonly body?: unknown;
    /** A file beside the fixture, in place of a body. */
    readonly xml?: string;
  };
}

function typeOf(xml: string | undefined, body: unknown): string {
  if (xml !== undefined) return 'text/xml; charset=UTF-8';
  return typeof body === 'string' ? 'text/plain' : 'application/json; charset=utf-8';
}
