import { connect } from 'node:net';

/** A load balancer of the test's own. */
export interface ProxyServer {
  readonly url: string;
  /** What it has written. */
  output(): string;
  /** Ends it and removes what it wrote. */
  stop(): Promise<void>;
}

/** @throws Error where the text does not hold it exactly once: the recipe is not the one that the test knows. */
export function replaceOnce(text: string, from: string, to: string): string {
  const parts = text.split(from);
  if (parts.length !== 2) throw new Error(`'${from}' is there ${parts.length - 1} times`);
  return parts.join(to);
}

export function acceptsConnections(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });
}
