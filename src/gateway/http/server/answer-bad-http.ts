import type { Socket } from 'node:net';

const BAD_HTTP: Readonly<Record<string, readonly [number, string]>> = {
  HPE_HEADER_OVERFLOW: [431, 'Request Header Fields Too Large'],
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'Request Timeout'],
};

/** Answers what is not HTTP enough to become a request. */
export function answerBadHttp(error: NodeJS.ErrnoException, socket: Socket, requestId: string): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return;
  const [status, reason] = BAD_HTTP[error.code ?? ''] ?? [400, 'Bad Request'];
  const body = JSON.stringify({
    error: { message: reason, type: 'invalid_request_error', param: null, code: 'bad_http' },
    detail: reason,
  });
  if (socket.writable) {
    socket.write(
      `HTTP/1.1 ${status} ${reason}\r\nContent-Type: application/json; charset=utf-8\r\n` +
        `Content-Length: ${Buffer.byteLength(body)}\r\nX-Request-Id: ${requestId}\r\n` +
        `Connection: close\r\n\r\n${body}`,
    );
  }
  socket.destroySoon();
}
