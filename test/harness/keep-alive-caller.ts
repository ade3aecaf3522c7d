/** A caller who keeps one connection open for its requests, as a load balancer does. */
import * as http from 'node:http';
import * as https from 'node:https';

export interface KeptAnswer {
  readonly status: number;
  readonly headers: http.IncomingHttpHeaders;
  readonly text: string;
  /** Whether the request went over the connection of the one before. */
  readonly reused: boolean;
}

export interface KeepAliveCaller {
  /**
   * Sends a request, one at a time: a POST of JSON where there is a body.
   * @param onHeaders called when the answer has begun.
   * @returns rejects where the connection breaks.
   */
  ask(path: string, body?: string, onHeaders?: () => void): Promise<KeptAnswer>;
  /** Whether there is an open connection for the next request. */
  connected(): boolean;
  close(): void;
}

/** @param url without a path; over https every certificate will do. */
export function keepAliveCaller(url: string): KeepAliveCaller {
  const { Agent, request } = url.startsWith('https:') ? https : http;
  const agent = new Agent({ keepAlive: true, maxSockets: 1, rejectUnauthorized: false });
  return {
    ask: (path, body, onHeaders) =>
      new Promise((resolve, reject) => {
        const headers = { 'content-type': 'application/json', authorization: 'Bearer sk-test' };
        const method = body === undefined ? 'GET' : 'POST';
        const asked = request(`${url}${path}`, { agent, method, headers }, (response) => {
          onHeaders?.();
          let text = '';
          response.setEncoding('utf8').on('data', (piece: string) => {
            text += piece;
          });
          response.on('error', reject);
          response.on('end', () =>
            resolve({
              status: response.statusCode ?? 0,
              headers: response.headers,
              text,
              reused: asked.reusedSocket,
            }),
          );
        });
        asked.on('error', reject);
        asked.end(body);
      }),
    connected: () => Object.values(agent.freeSockets).flat().length > 0,
    close: () => agent.destroy(),
  };
}
