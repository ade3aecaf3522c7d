/** All that providers do wrong. */
import { CONNECTIONS } from './cases/connections.ts';
import { CONTENTS } from './cases/contents.ts';
import { FRAMING } from './cases/framing.ts';
import { RESETS } from './cases/resets.ts';
import { SILENCE } from './cases/silence.ts';
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
