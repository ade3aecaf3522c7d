/** A service as Kubernetes has it: each connection goes to one of the endpoints, and stays there. */
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

export interface TestService {
  readonly url: string;
  /** Ports that new connections go to, in turn. */
  readonly endpoints: Set<number>;
  stop(): Promise<void>;
}

export async function startService(): Promise<TestService> {
  const endpoints = new Set<number>();
  const sockets = new Set<Socket>();
  let turn = 0;
  const server = createServer({ allowHalfOpen: true }, (from) => {
    const ports = [...endpoints];
    const to = connect({ port: ports[turn++ % ports.length] ?? 1, host: '127.0.0.1', allowHalfOpen: true });
    for (const [one, other] of [
      [from, to],
      [to, from],
    ] as const) {
      sockets.add(one);
      one.pipe(other);
      one.on('error', () => other.resetAndDestroy());
      one.on('close', () => sockets.delete(one));
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    endpoints,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  };
}
