import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { findProgram } from './find-server.ts';
import { freePort } from './free-port.ts';
import { acceptsConnections, type ProxyServer, replaceOnce } from './proxy-server.ts';
import { ServerProcess } from './server-process.ts';

const PROGRAM = findProgram(['haproxy'], ['/usr/sbin', '/usr/local/sbin', '/opt/homebrew/bin']);

/** What to install where there is no HAProxy. */
export const haproxyMissing = PROGRAM === undefined ? 'haproxy' : undefined;

/** @param config everything but the global section, with one frontend that is bound to port 80. */
export async function startHaproxy(config: string): Promise<ProxyServer> {
  const port = await freePort();
  const directory = await mkdtemp(path.join(tmpdir(), 'claimgate-haproxy-'));
  const file = path.join(directory, 'haproxy.cfg');
  await writeFile(
    file,
    `global\n    log stdout format raw local0 warning\n${replaceOnce(config, 'bind :80', `bind 127.0.0.1:${port}`)}`,
  );
  const server = new ServerProcess(PROGRAM!, ['-db', '-f', file], {}, () => acceptsConnections(port));
  await server.start();
  return {
    url: `http://127.0.0.1:${port}`,
    output: () => server.output,
    async stop() {
      await server.kill();
      await rm(directory, { recursive: true, force: true });
    },
  };
}
