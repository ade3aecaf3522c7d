/** Opens the server of HTTP, with what bounds it: open requests, memory, time. Its endpoints are `serve-endpoints.ts`'s. */
import { performance } from 'node:perf_hooks';
import type { ApiKey } from '../../domain/api-key.ts';
import type { AdminKeys } from '../admin/admin-keys.ts';
import type { Config } from '../config/read-config.ts';
import type { Gate } from '../http/admission/gate.ts';
import { createCapacity, createPlaces } from '../http/server/capacity.ts';
import { createDraining } from '../http/server/draining.ts';
import { createHostGuard } from '../http/server/host-guard.ts';
import { createOpenRequests } from '../http/server/open-requests.ts';
import { createServer, type ServerOptions } from '../http/server/server.ts';
import type { AppOptions } from './gateway.ts';
import { openMemory } from './open-memory.ts';
import type { Telemetry } from './open-telemetry.ts';
import type { OpenTraffic } from './open-traffic.ts';
import { randomIds } from './random-ids.ts';

export type OpenServer = ReturnType<typeof openServer>;

interface OpenServerOptions extends Pick<AppOptions, 'shared' | 'silence'> {
  readonly config: Pick<Config, 'cors' | 'host' | 'server' | 'signIn' | 'workers'>;
  readonly gate: Gate;
  readonly adminKeys: Pick<AdminKeys, 'isEmpty'>;
  readonly telemetry: Telemetry;
  readonly countTraffic: OpenTraffic['count'];
  readonly isSandboxed: (key: ApiKey) => boolean;
}

export function openServer(opening: OpenServerOptions) {
  const { config, gate, adminKeys, telemetry, shared, silence } = opening;
  const { bodyLimit, bodyLimitWithMedia, hosts, keepAlive, maxOpenRequests, requestTimeout } = config.server;
  const draining = createDraining();
  const capacity = createCapacity(shared?.places ?? createPlaces(maxOpenRequests), () => performance.now());
  const memory = openMemory(config);
  const options: ServerOptions = {
    log: telemetry.log,
    metrics: telemetry.metrics,
    tracing: telemetry.tracing,
    gate,
    bodyLimits: { text: bodyLimit, whole: Math.max(bodyLimit, bodyLimitWithMedia) },
    corsOrigins: config.cors.origins,
    servesHost: createHostGuard([config.host, ...hosts]),
    keepAlive,
    requestTimeout,
    newRequestId: randomIds(12),
    draining,
    capacity,
    memory,
    isHidden: (path) => path.startsWith('/admin/') && adminKeys.isEmpty && config.signIn === undefined,
    countTraffic: opening.countTraffic,
    isSandboxed: opening.isSandboxed,
    silence,
    lastWords: shared?.lastWords,
    onLoopback: shared?.onLoopback,
  };
  const server = createServer(options);
  // What was handed over is not lost.
  if (shared !== undefined) server.server.on('connection', draining.connected);
  return {
    server,
    options,
    draining,
    openRequests: createOpenRequests(),
    /** Whether it takes new requests. */
    get hasRoom(): boolean {
      return !draining.announced && !capacity.isFull && !memory.isFull;
    },
  };
}
