import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { makeCertificate } from '../harness/make-certificate.ts';
import { findProgram } from './find-server.ts';
import { freePort } from './free-port.ts';
import { acceptsConnections, type ProxyServer, replaceOnce } from './proxy-server.ts';
import { ServerProcess } from './server-process.ts';

const PROGRAM = findProgram(['nginx'], ['/usr/sbin', '/usr/local/sbin', '/opt/homebrew/bin']);
const SHIPPED = path.join(import.meta.dirname, '../../deploy/nginx/claimgate.conf');

/** What to install where there is no nginx. */
export const nginxMissing = PROGRAM === undefined ? 'nginx' : undefined;

/**
 * Starts nginx with deploy/nginx/claimgate.conf, in front of these gateways, with a certificate that nobody trusts.
 * @param ports of gateways on 127.0.0.1; at most as many as the file has.
 */
export async function startNginx(ports: readonly number[]): Promise<ProxyServer & { plainUrl: string }> {
  const [port, plainPort] = [await freePort(), await freePort()];
  const directory = await mkdtemp(path.join(tmpdir(), 'claimgate-nginx-'));
  const { cert, key } = makeCertificate('127.0.0.1');
  await writeFile(path.join(directory, 'cert.pem'), cert);
  await writeFile(path.join(directory, 'key.pem'), key);
  const changes: [string, string][] = [
    ['listen 80;', `listen 127.0.0.1:${plainPort};`],
    ['listen 443 ', `listen 127.0.0.1:${port} `],
    ['/etc/ssl/claimgate/cert.pem', path.join(directory, 'cert.pem')],
    ['/etc/ssl/claimgate/key.pem', path.join(directory, 'key.pem')],
    ...[11, 12, 13].map((host, index): [string, string] => [
      `server 10.0.0.${host}:8080 max_fails=0;`,
      ports[index] === undefined ? '' : `server 127.0.0.1:${ports[index]} max_fails=0;`,
    ]),
  ];
  const shipped = await readFile(SHIPPED, 'utf8');
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
${changes.reduce((text, [from, to]) => replaceOnce(text, from, to), shipped)}
}
`,
  );
  const args = ['-p', directory, '-c', file, '-e', 'stderr'];
  const server = new ServerProcess(PROGRAM!, args, {}, () => acceptsConnections(port));
  await server.start();
  return {
    url: `https://127.0.0.1:${port}`,
    plainUrl: `http://127.0.0.1:${plainPort}`,
    output: () => server.output,
    async stop() {
      await server.kill();
      await rm(directory, { recursive: true, force: true });
    },
  };
}
