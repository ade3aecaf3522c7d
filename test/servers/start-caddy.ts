import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { findProgram } from './find-server.ts';
import { freePort } from './free-port.ts';
import { acceptsConnections, type ProxyServer } from './proxy-server.ts';
import { ServerProcess } from './server-process.ts';

const PROGRAM = findProgram(['caddy']);
const SHIPPED = path.join(import.meta.dirname, '../../deploy/caddy/Caddyfile');
/** Its certificate is its own authority's, which the machine is not to trust. */
const IN_TESTS = '{\n\tadmin off\n\tskip_install_trust\n\tauto_https disable_redirects\n}\n';

/** What to install where there is no Caddy. */
export const caddyMissing = PROGRAM === undefined ? 'caddy' : undefined;

/**
 * Starts Caddy with deploy/caddy/Caddyfile, in front of these gateways.
 * @param ports of gateways on 127.0.0.1.
 */
export async function startCaddy(ports: readonly number[]): Promise<ProxyServer> {
  const port = await freePort();
  const url = `https://127.0.0.1:${port}`;
  const directory = await mkdtemp(path.join(tmpdir(), 'claimgate-caddy-'));
  const file = path.join(directory, 'Caddyfile');
  await writeFile(file, IN_TESTS + (await readFile(SHIPPED, 'utf8')));
  const env = {
    HOME: directory,
    XDG_DATA_HOME: directory,
    XDG_CONFIG_HOME: directory,
    CLAIMGATE_SITE: url,
    CLAIMGATE_GATEWAYS: ports.map((gateway) => `127.0.0.1:${gateway}`).join(' '),
  };
  const args = ['run', '--config', file, '--adapter', 'caddyfile'];
  const server = new ServerProcess(PROGRAM!, args, { env }, () => acceptsConnections(port));
  await server.start();
  return {
    url,
    output: () => server.output,
    async stop() {
      await server.kill();
      await rm(directory, { recursive: true, force: true });
    },
  };
}
