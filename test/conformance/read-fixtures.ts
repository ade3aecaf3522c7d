/**
 * The golden transcripts of one dialect: `src/models/providers/__fixtures__/<dialect>/<name>.json`, and beside it
 * `<name>.chunks.txt` for the streamed form, byte for byte as the provider sends it.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parse as parseYaml } from 'yaml';
import type { Catalogue, Model } from '../../src/domain/catalogue.ts';
import {
  type ChatRequest,
  type Completion,
  type Message,
  type Role,
  textMessage,
} from '../../src/domain/chat.ts';
import type { ErrorCode } from '../../src/domain/errors.ts';
import { extendCatalogue, readCatalogue } from '../../src/models/providers/read-catalogue.ts';
import { resolveModel } from '../../src/models/providers/resolve-model.ts';

const PROVIDERS = path.join(import.meta.dirname, '../../src/models/providers');

/** What an error must be like for the caller. */
export interface ExpectedError {
  readonly code: ErrorCode;
  readonly message: string;
  readonly retryable: boolean;
  readonly retryAfter?: string;
  readonly param?: string;
}

interface Response {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** JSON, or a text that is none. */
  readonly body: unknown;
}

interface Origin {
  readonly name: string;
  /** `documented`: made from the provider's published pages; `recorded`: taken from the wire. */
  readonly label: 'documented' | 'recorded';
  readonly source: string;
  readonly model: string;
}

/** A request and its whole answer, and how both look in a stream. */
export interface Pair extends Origin {
  readonly asked: Omit<ChatRequest, 'stream'>;
  readonly request: { readonly path: string; readonly body: Readonly<Record<string, unknown>> };
  /** The request for a stream: its path, and what its body has besides. */
  readonly streamed: { readonly path: string; readonly adds: Readonly<Record<string, unknown>> };
  readonly adjusted?: readonly string[];
  readonly response: Response;
  readonly result: Completion;
  readonly chunks: Buffer;
}

/** A request that is refused before it is sent. */
export interface Refusal extends Origin {
  readonly asked: Omit<ChatRequest, 'stream'>;
  readonly refused: { readonly param: string; readonly message: string };
}

/** An answer that is an error. */
export interface Failure extends Origin {
  readonly response: Response;
  readonly error: ExpectedError;
}

/** A stream that breaks off with an error, after some text. */
export interface BrokenStream extends Origin {
  readonly before: string;
  readonly error: ExpectedError;
  readonly chunks: Buffer;
}

export interface Fixtures {
  readonly pairs: readonly Pair[];
  readonly refusals: readonly Refusal[];
  readonly failures: readonly Failure[];
  readonly brokenStreams: readonly BrokenStream[];
  readonly names: readonly string[];
}

/** @returns those that are there. */
export function readFixtures(dialect: string): Fixtures {
  const directory = path.join(PROVIDERS, '__fixtures__', dialect);
  const files = existsSync(directory) ? readdirSync(directory) : [];
  const all = files
    .filter((file) => file.endsWith('.json'))
    .map((file) => {
      const name = file.slice(0, -'.json'.length);
      const chunks = path.join(directory, `${name}.chunks.txt`);
      const fixture = JSON.parse(readFileSync(path.join(directory, file), 'utf8'));
      return {
        name,
        ...fixture,
        ...('asked' in fixture ? { asked: readAsked(fixture.asked) } : {}),
        ...(existsSync(chunks) ? { chunks: readFileSync(chunks) } : {}),
      };
    });
  return {
    pairs: all.filter((fixture) => 'result' in fixture),
    refusals: all.filter((fixture) => 'refused' in fixture),
    failures: all.filter((fixture) => 'error' in fixture && 'response' in fixture),
    brokenStreams: all.filter((fixture) => 'error' in fixture && 'chunks' in fixture),
    names: all.map((fixture) => fixture.name),
  };
}

type FixtureMessage = { role: Exclude<Role, 'tool'>; content: string } | Message;

/** Fixtures write the text of a message as it is; parts are needed for what is not text. */
function readAsked(asked: { messages: FixtureMessage[] }): Omit<ChatRequest, 'stream'> {
  const read = (message: FixtureMessage): Message =>
    typeof message.content === 'string'
      ? { ...message, ...textMessage(message.role as Exclude<Role, 'tool'>, message.content) }
      : (message as Message);
  return { ...asked, messages: asked.messages.map(read) };
}

/** The catalogue as shipped, and a provider that an operator added by config alone. */
export function readShippedCatalogue(): Catalogue {
  const shipped = readCatalogue(parseYaml(readFileSync(path.join(PROVIDERS, 'catalogue.yaml'), 'utf8')));
  return extendCatalogue(shipped, {
    providers: {
      local: {
        name: 'Local',
        base_url: 'http://127.0.0.1:8000/v1/',
        models: [{ id: 'llama', name: 'Llama', description: 'A model of our own', tier: 'basic' }],
      },
    },
  });
}

export function modelOf(catalogue: Catalogue, fixture: Pick<Origin, 'model'>): Model {
  const model = resolveModel(catalogue, fixture.model);
  if (model === undefined) throw new Error(`no model ${fixture.model}`);
  return model;
}
