/** Where the gateway listens: for callers, and for operators where they have a listener of their own. */
import type { AddressInfo } from 'node:net';
import { MAX_BYTES } from '../../documents/document.ts';
import type { Config } from '../config/read-config.ts';
import type { Server } from '../http/server/server.ts';
import type { StatusAnswers } from '../http/status/serve-status.ts';
import type { Log } from '../telemetry/log.ts';
import type { App } from './gateway.ts';
import { type Admin, openAdmin } from './open-admin.ts';
import { warnOfOpenDoors } from './warn-of-open-doors.ts';

/** Connections that the system holds until they are taken. */
const BACKLOG = 4096;

interface ListenersOptions extends Pick<App, 'administer'> {
  readonly config: Pick<Config, 'admin' | 'corpus' | 'sources' | 'host' | 'port' | 'server'>;
  readonly status: StatusAnswers;
  readonly log: Log;
}

export function createListeners(server: Server, { config, status, administer, log }: ListenersOptions) {
  const { host, port } = config;
  let admin: Admin | undefined;
  return {
    /**
     * @returns the address that it listens on.
     * @throws ConfigError where the operators' listener cannot listen.
     */
    async listen() {
      warnOfOpenDoors(config, log);
      if (config.admin !== undefined) {
        const { hosts, bodyLimit } = config.server;
        admin = await openAdmin(
          { ...config.admin, hosts, bodyLimit: Math.max(bodyLimit, MAX_BYTES) },
          status,
          administer,
          log,
        );
      }
      await server.listen({ host, port, backlog: BACKLOG });
      const { port: taken } = server.server.address() as AddressInfo;
      return { host, port: taken, ...(admin === undefined ? {} : { adminPort: admin.port }) };
    },
    /** Ends the operators' listener; that of callers ends with its server. */
    close: async (): Promise<void> => admin?.close(),
  };
}
