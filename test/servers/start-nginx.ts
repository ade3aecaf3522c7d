import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { findProgram } from './find-server.ts';
import { freePort } from './free-port.ts';
import { acceptsConnections, type ProxyServer, replaceOnce } from './proxy-server.ts';
import { ServerProcess } from './server-process.ts';

const PROGRAM = findProgram(['nginx'], ['/usr/sbin', '/usr/local/sbin', '/opt/homebrew/bin']);

/** What to install where there is no nginx. */
export const nginxMissing = PROGRAM === undefined ? 'nginx' : undefined;

/** @param config what belongs into `http { … }`, with one server that listens on port 80. */
export async function startNginx(config: string): Promise<ProxyServer> {
  const port = await freePort();
  const directory = await mkdtemp(path.join(tmpdir(), 'claimgate-nginx-'));
  const file = path.join(directory, 'nginx.conf');
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
  await writeFile(
    file,
    `daemon off;
master_process off;
pid ${directory}/pid;
error_log stderr;
events { worker_connections 1024; }
http {
access_log off;
${temporary.map((name) => `${name}_temp_path ${directory}/${name};`).join('\n')}
${replaceOnce(config, 'listen 80;', `listen 127.0.0.1:${port};`)}
}
`,
  );
  const args = ['-p', directory, '-c', file, '-e', 'stderr'];
  const server = new ServerProcess(PROGRAM!, args, {}, () => acceptsConnections(port));
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
