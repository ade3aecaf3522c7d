/** The policy under which the page is served. */
import { describe, expect, it } from 'vitest';
import { startGateway } from '../harness/start-gateway.ts';

describe('what is served at /', () => {
  it('is under a strict policy, and sends no referrer', async () => {
    const gateway = await startGateway();
    try {
      const { headers } = await fetch(gateway.url);
      const policy = headers.get('content-security-policy') ?? '';
      expect(policy).toContain("default-src 'self'");
      expect(policy).toContain("frame-ancestors 'none'");
      expect(policy).not.toMatch(/script-src|unsafe-eval|https?:|\*/);
      expect(headers.get('x-content-type-options')).toBe('nosniff');
      expect(headers.get('referrer-policy')).toBe('no-referrer');
      const text = await (await fetch(gateway.url)).text();
      expect(text).not.toMatch(/<script(?![^>]*\bsrc=)/);
    } finally {
      await gateway.stop();
    }
  });
});
