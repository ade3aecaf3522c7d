import { fastify } from 'fastify';
import { afterAll, describe, expect, it } from 'vitest';
import { GatewayError } from '../../../domain/errors.ts';
import { serveStarter } from './serve-starter.ts';

const server = fastify();
server.setValidatorCompiler(() => (value) => ({ value }));
server.setSerializerCompiler(() => (value) => JSON.stringify(value));
serveStarter(server, {
  entries: [
    {
      id: 'mercury',
      title: '<b>Mercury</b> & "planets"',
      text: 'Mercury is <script>alert(1)</script> a planet.',
      seeAlso: 'https://en.wikipedia.org/wiki/Mercury_(planet)',
    },
  ],
});
server.setErrorHandler((error, _request, reply) => {
  reply.code(error instanceof GatewayError && error.code === 'not_found' ? 404 : 500).send();
});
afterAll(() => server.close());

describe('the page of a starter entry', () => {
  it('shows the entry as text and leads to the encyclopedia', async () => {
    const { statusCode, headers, body } = await server.inject('/starter/mercury');
    expect(statusCode).toBe(200);
    expect(headers['content-type']).toBe('text/html; charset=utf-8');
    expect(body).toContain('<h1>&lt;b&gt;Mercury&lt;/b&gt; &amp; &quot;planets&quot;</h1>');
    expect(body).toContain('href="https://en.wikipedia.org/wiki/Mercury_(planet)"');
    expect(body).toContain('>Mercury (planet)</a>');
  });

  it('runs nothing and loads nothing', async () => {
    const { headers, body } = await server.inject('/starter/mercury');
    expect(body).not.toMatch(/<script|<img|<link|\bsrc=|@import|url\(/i);
    expect(headers['content-security-policy']).toContain("default-src 'none'");
    expect(headers['x-content-type-options']).toBe('nosniff');
  });

  it('is not there for any other id', async () => {
    for (const id of ['venus', 'constructor', '__proto__', 'mercury%2f..', '%00', 'MERCURY']) {
      expect((await server.inject(`/starter/${id}`)).statusCode, id).toBe(404);
    }
  });
});
