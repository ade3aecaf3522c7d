/** HTTP as it stands on the wire, for what `fetch` will not send: a GET with a body, odd headers, bad HTTP. */
import { connect } from 'node:net';

/** Sends these bytes and reads until the other side closes. */
export function sendBytes(url: string, bytes: string | Uint8Array): Promise<string> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve, reject) => {
    const pieces: Buffer[] = [];
    const socket = connect(Number(port), hostname.replace(/^\[|\]$/g, ''), () => socket.write(bytes));
    socket.on('data', (piece: string | Buffer) => pieces.push(Buffer.from(piece)));
    socket.on('error', reject);
    socket.on('close', () => resolve(Buffer.concat(pieces).toString('utf8')));
  });
}

/** As `sendBytes`, for callers who read nothing before everything is sent. Rejects where they cannot send it. */
export function sendThenRead(url: string, bytes: string): Promise<string> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve, reject) => {
    let text = '';
    const socket = connect({ port: Number(port), host: hostname });
    socket.on('error', reject);
    socket.on('close', () => resolve(text));
    socket.write(bytes, () => {
      socket.setEncoding('utf8').on('data', (piece: string) => {
        text += piece;
      });
    });
  });
}

export interface RawRequest {
  readonly method: string;
  /** The request target, sent as it is. */
  readonly target: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
}

/** Sends one request on a connection of its own. */
export async function sendRaw(url: string, request: RawRequest): Promise<Response> {
  const { method, target, headers = {}, body = '' } = request;
  const content = Buffer.from(body as string);
  const lines = [
    `${method} ${target} HTTP/1.1`,
    ...('Host' in headers ? [] : [`Host: ${new URL(url).host}`]),
    'Connection: close',
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    ...(content.length > 0 ? [`Content-Length: ${content.length}`] : []),
  ];
  const head = Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1');
  return parseResponse(await sendBytes(url, Buffer.concat([head, content])));
}

/** Reads the one response in a text. */
export function parseResponse(text: string): Response {
  const end = text.indexOf('\r\n\r\n');
  const [status = '', ...lines] = text.slice(0, end).split('\r\n');
  const code = Number(status.split(' ')[1]);
  const headers = new Headers();
  for (const line of lines)
    headers.append(line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 1));
  return new Response(code === 204 || code === 304 ? null : text.slice(end + 4), { status: code, headers });
}
