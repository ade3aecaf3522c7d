/** Starts the gateway, and drains it when it is told to stop. */
import { createApp } from './app.ts';
import { checkRuntime } from './check-runtime.ts';
import { ConfigError, readConfig } from './config/read-config.ts';

checkRuntime();

try {
  const config = readConfig();
  const app = await createApp(config, { log: { pretty: process.stdout.isTTY } });
  const { host, port } = await app.listen();
  const where = `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
  app.log.info({ url: where, sandbox: config.sandbox }, 'listening');
  console.error(`Claimgate listens on ${where}`);

  let stopping = false;
  const stop = (): void => {
    if (stopping) return;
    stopping = true;
    app.log.info('draining');
    app.drain().then(
      () => process.exit(0),
      () => process.exit(1),
    );
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
} catch (error) {
  const { code, message } = error as NodeJS.ErrnoException;
  if (error instanceof ConfigError) console.error(`claimgate: ${message}`);
  else if (code === 'EADDRINUSE') console.error('claimgate: PORT: the port is in use already');
  else if (code === 'EACCES' || code === 'EADDRNOTAVAIL')
    console.error(`claimgate: HOST, PORT: cannot listen there (${code})`);
  else console.error(error);
  process.exit(1);
}
