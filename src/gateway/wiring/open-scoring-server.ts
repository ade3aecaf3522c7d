/** The way to a server that scores pairs, in place of a model on this machine. */
import type { ScoringServer } from '../../engine/judge/server/open-server-lane.ts';
import { createHttpClient } from '../../models/wire/http-client.ts';
import type { Config } from '../config/read-config.ts';
import { scoringFormOf } from '../config/scoring-address.ts';
import { USER_AGENT } from './version.ts';

/** As a source's: `CLAIMGATE_JUDGE_KEY`. */
const KEY = 'judge';
/** Bytes of an answer; one of eight pairs has some hundred. */
const LARGEST = 1_000_000;

/** @param address checked by the config. */
export function openScoringServer(
  address: string,
  { judge: { local }, sourceKeys, upstream }: Pick<Config, 'judge' | 'sourceKeys' | 'upstream'>,
): ScoringServer & { close(): Promise<void> } {
  const { origin, pathname: path } = new URL(address);
  const http = createHttpClient({ connectTimeout: upstream.connectTimeout });
  const key = sourceKeys.get(KEY);
  const { deadline } = local;
  return {
    form: scoringFormOf(address) ?? 'predict',
    labels: local.labels,
    separator: local.separator,
    async send(body, signal) {
      const reply = await http.call({
        ...{ method: 'POST', origin, path, body },
        headers: {
          'content-type': 'application/json',
          'user-agent': USER_AGENT,
          ...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
        },
        signal: AbortSignal.any([signal, AbortSignal.timeout(deadline)]),
        ...{ firstByteTimeout: deadline, idleTimeout: deadline },
      });
      return { status: reply.status, text: await reply.body.text(LARGEST) };
    },
    close: () => http.close(),
  };
}
