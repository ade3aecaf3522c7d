/**
 * A provider's errors as data: a table of what it was documented or reported to answer. In the texts `{key}` (masked),
 * `{method}`, `{path}` and `{id}` (of the request) are filled in.
 */
import { readFileSync } from 'node:fs';
import { type Exchange, jsonReply, type Reply } from './exchange.ts';

/** Why a provider does not answer. */
export type Failure =
  | 'unknownPath'
  | 'missingKey'
  | 'invalidKey'
  | 'revokedKey'
  | 'tooLarge'
  | 'rateLimited'
  | 'outOfQuota'
  | 'overloaded'
  | 'failed';

export interface ErrorTable {
  reply(failure: Failure, exchange: Exchange, key?: string): Reply;
  /** The error of a stream that fails after its 200. */
  midStream(exchange: Exchange): object;
}

interface Row {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body: object;
}

/**
 * @param headers those that all replies of the provider have.
 * @param idOf the id of a request, where the errors hold one.
 */
export function readErrorTable(
  file: URL,
  headers: (exchange: Exchange) => Readonly<Record<string, string>>,
  idOf: (exchange: Exchange) => string = () => '',
): ErrorTable {
  const rows: Readonly<Record<Failure | 'midStream', Row>> = JSON.parse(readFileSync(file, 'utf8'));
  const fill = (body: object, exchange: Exchange, key = ''): object => {
    const values = {
      key: maskKey(key),
      method: exchange.method,
      path: exchange.path,
      id: idOf(exchange),
    };
    return JSON.parse(
      JSON.stringify(body).replace(/\{(key|method|path|id)\}/g, (_, name: keyof typeof values) =>
        JSON.stringify(values[name]).slice(1, -1),
      ),
    );
  };
  return {
    reply(failure, exchange, key) {
      const row = rows[failure];
      return jsonReply(row.status, fill(row.body, exchange, key), { ...headers(exchange), ...row.headers });
    },
    midStream: (exchange) => fill(rows.midStream.body, exchange),
  };
}

/**
 * Some providers echo part of a wrong key in their errors. The simulated ones do so too: a gateway that
 * passed such a text on would be found out here.
 */
function maskKey(key: string): string {
  return key.length < 8 ? '***' : `${key.slice(0, 3)}***${key.slice(-2)}`;
}
