/** All that goes wrong: what providers do, and what callers do. */
import { CONNECTIONS } from './cases/connections.ts';
import { CONTENTS } from './cases/contents.ts';
import { FRAMING } from './cases/framing.ts';
import { ODD_BODIES } from './cases/odd-bodies.ts';
import { ODD_REQUESTS } from './cases/odd-requests.ts';
import { RESETS } from './cases/resets.ts';
import type { Caller } from './cases/scene.ts';
import { SILENCE } from './cases/silence.ts';
import { SLOW_AND_LEAVING } from './cases/slow-and-leaving.ts';
import { STATUSES } from './cases/statuses.ts';
import { STREAMS } from './cases/streams.ts';
import type { Fault } from './world.ts';

export const FAULTS: Readonly<Record<string, readonly Fault[]>> = {
  'hosts that are not there, and connections that break': CONNECTIONS,
  'silence, and slow speech': SILENCE,
  'resets at each place': RESETS,
  'bytes that are no answer': FRAMING,
  'answers that make no sense': CONTENTS,
  'statuses of every kind': STATUSES,
  'streams that begin or end wrongly': STREAMS,
};

export const CALLERS: readonly Caller[] = [...SLOW_AND_LEAVING, ...ODD_REQUESTS, ...ODD_BODIES];
