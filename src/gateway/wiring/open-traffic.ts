/** Joins what counts requests over time: who asked, whether simulated providers answered, and where it is kept. */
import type { FastifyRequest } from 'fastify';
import { redactSecrets } from '../../models/dialects/clean-message.ts';
import { scrubKey } from '../../models/upstream/scrub-key.ts';
import { repeatUntil } from '../../scheduling/repeat-until.ts';
import type { Gate, Identity } from '../http/admission/gate.ts';
import { isSimulated } from '../http/server/is-simulated.ts';
import type { Store } from '../store/store.ts';
import { unlessAway } from '../store/unless-away.ts';
import type { Log } from '../telemetry/log.ts';
import { createTrafficCounter, HOURS_OF_DAY } from '../traffic/count-traffic.ts';
import { type Applicant, createAppNames } from '../traffic/name-apps.ts';
import {
  createTrafficReader,
  FINEST_HOURS,
  type ReadTraffic,
  TRAFFIC_DAYS,
} from '../traffic/read-traffic.ts';
import type { OpenIssuedKeys } from './open-issued-keys.ts';
import { warnOfStore } from './watch-store.ts';

interface OpenTrafficOptions {
  readonly store: Pick<Store, 'traffic'>;
  readonly gate: Pick<Gate, 'isAccepted' | 'planOf'>;
  readonly issuedKeys: Pick<OpenIssuedKeys, 'idOf' | 'teamIdOf'>;
  readonly log: Log;
  /** Unix milliseconds. */
  readonly now: () => number;
}

export interface OpenTraffic {
  /** Counts a request that is over, where it is one of a caller's that asks for work. */
  count(request: FastifyRequest, failure: string | undefined, milliseconds: number): void;
  /** @throws GatewayError `unavailable` while the store is away. */
  readonly read: ReadTraffic;
  /** What the caller's key is called in its series, the latest name first. */
  namesOf(identity: Identity): readonly [string, ...string[]];
  close(): Promise<void>;
}

/** Names of applications and keys that are told apart in a day, and of one caller. */
const MOST_APPS = 200;
const MOST_APPS_OF_CALLER = 50;
/** Keys that have a series of their own in a day. */
const MOST_KEYS = 1_000;
const HOUR_MS = 3_600_000;
/** Milliseconds until the first look for what is too old, and between two looks. */
const PRUNE_FIRST = 90_000;
const PRUNE_EVERY = HOUR_MS;
const AWAY = 'The database cannot be reached at the moment';

export function openTraffic({ store, gate, issuedKeys, log, now }: OpenTrafficOptions): OpenTraffic {
  const counter = createTrafficCounter({
    records: store.traffic,
    now,
    onFailure: warnOfStore(log, 'cannot write what requests came to, tried again'),
  });
  const apps = createAppNames({ most: MOST_APPS, mostOfCaller: MOST_APPS_OF_CALLER });
  const keys = createKeptKeys(MOST_KEYS);
  const stop = new AbortController();
  const pruning = repeatUntil(stop.signal, {
    every: PRUNE_EVERY,
    firstAfter: PRUNE_FIRST,
    random: Math.random,
    task: () => {
      const hour = Math.floor(now() / HOUR_MS);
      // Somewhat more: the first day and the first hour that are asked for are whole.
      return store.traffic.prune(hour - (TRAFFIC_DAYS + 1) * HOURS_OF_DAY, hour - FINEST_HOURS - 2);
    },
    onFailure: warnOfStore(log, 'cannot forget old traffic, tried again'),
  });
  const whileThere = unlessAway(AWAY);
  const read = createTrafficReader({ records: store.traffic, flush: counter.flush, now });
  const describe = (identity: Identity): Applicant => {
    const issuedId = issuedKeys.idOf(identity.caller);
    const id = issuedId ?? identity.caller.id;
    return { id, issuedId, plan: gate.planOf(identity).name, isAccepted: gate.isAccepted(identity) };
  };

  return {
    count(request, failure, milliseconds) {
      const { identity, method, provider, model, routeOptions, tally } = request;
      const asks = method === 'POST' && routeOptions.config.limited === true;
      if (!asks && tally === undefined) return;
      const today = Math.floor(now() / HOUR_MS / HOURS_OF_DAY);
      const who = identity && describe(identity);
      counter.count({
        ...{ provider, model, failure, milliseconds, tally },
        app: apps.nameOf(today, who, tally?.app, (name) => isHarmless(name, identity)),
        keyId: who?.isAccepted && keys.keeps(today, who.id) ? who.id : undefined,
        teamId: identity && issuedKeys.teamIdOf(identity.caller),
        isSandbox: isSimulated(request),
      });
    },
    read: (question) => whileThere(read(question)),
    namesOf: ({ caller }) => [issuedKeys.idOf(caller) ?? caller.id, ...caller.formerIds],
    async close(): Promise<void> {
      stop.abort();
      await pruning;
      await counter.close();
    },
  };
}

/** Whether a name has nothing of a key, of this one or of another. */
function isHarmless(name: string, identity: Identity | undefined): boolean {
  return redactSecrets(name) === name && (identity === undefined || scrubKey(name, identity.key) === name);
}

/** The first keys of a day, as many as there may be. */
function createKeptKeys(most: number) {
  let day = 0;
  const kept = new Set<string>();
  return {
    /** @param today days since 1970. */
    keeps(today: number, name: string): boolean {
      if (today !== day) {
        day = today;
        kept.clear();
      }
      if (kept.size < most) kept.add(name);
      return kept.has(name);
    },
  };
}
