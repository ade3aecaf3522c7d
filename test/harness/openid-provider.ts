/// <reference path="./oidc-provider.d.ts" />
/** An OpenID provider on loopback, by the package that is certified as one: people sign in there by their name alone. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type Provider from 'oidc-provider';

export const CLIENT = { id: 'claimgate', secret: 'client-secret-canary-0123456789' } as const;

/** What a person fills in; any password will do. */
const FORM = `<form method="post"><input type="hidden" name="prompt" value="login">
<input name="login"><input name="password"><button>Sign-in</button></form>`;

export interface OpenIdProvider {
  readonly issuer: string;
  stop(): Promise<void>;
}

interface PersonAtProvider {
  readonly email: string;
  readonly groups: readonly string[];
}

/**
 * @param people by the name that they sign in with.
 * @param gateways origins of pages of gateways; read when somebody first comes.
 */
export async function startOpenIdProvider(
  people: Readonly<Record<string, PersonAtProvider>>,
  gateways: () => readonly string[],
): Promise<OpenIdProvider> {
  let provider: Promise<Provider> | undefined;
  const server = createServer(async (request, response) => {
    // The package's own form has fonts of another host.
    if (request.method === 'GET' && request.url?.startsWith('/interaction/')) {
      response.setHeader('content-type', 'text/html').end(FORM);
      return;
    }
    // Gateways are started later than their provider.
    provider ??= createProvider(issuer, people, gateways());
    (await provider).callback()(request, response);
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  // To a browser another site than the gateway's 127.0.0.1, as providers are.
  const issuer = `http://localhost:${(server.address() as AddressInfo).port}`;
  return {
    issuer,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function createProvider(
  issuer: string,
  people: Readonly<Record<string, PersonAtProvider>>,
  gateways: readonly string[],
): Promise<Provider> {
  const { warn } = console;
  // What it says of use in production.
  console.warn = () => {};
  const { default: Made } = await import('oidc-provider');
  const provider: Provider = new Made(issuer, {
    clients: [
      {
        client_id: CLIENT.id,
        client_secret: CLIENT.secret,
        redirect_uris: gateways.map((gateway) => `${gateway}/admin/v1/sign-in/callback`),
        post_logout_redirect_uris: gateways.map((gateway) => `${gateway}/`),
      },
    ],
    claims: { openid: ['sub'], profile: ['groups'], email: ['email', 'email_verified'] },
    findAccount: (_context: unknown, accountId: string) => ({
      accountId,
      claims: () => ({ sub: accountId, email_verified: true, ...people[accountId] }),
    }),
    features: {
      rpInitiatedLogout: {
        enabled: true,
        logoutSource: (context: { body: string }, form: string) => {
          context.body = `${form}<button form="op.logoutForm" name="logout" value="yes">Yes</button>`;
        },
      },
    },
    async loadExistingGrant({
      oidc,
    }: {
      oidc: { client: { clientId: string }; session: { accountId: string } };
    }) {
      const grant = new provider.Grant({
        clientId: oidc.client.clientId,
        accountId: oidc.session.accountId,
      });
      grant.addOIDCScope('openid profile email');
      await grant.save();
      return grant;
    },
    cookies: { keys: ['of this test'] },
    ttl: {
      AccessToken: 600,
      AuthorizationCode: 60,
      IdToken: 600,
      Interaction: 600,
      Session: 600,
      Grant: 600,
    },
  });
  console.warn = warn;
  return provider;
}

/** A browser without a window: it keeps cookies and follows redirects. */
export class Visitor {
  readonly cookies = new Map<string, string>();
  /** As the answers set them. */
  readonly set: string[] = [];

  /** @returns the last answer, and the address that it came from. */
  async visit(address: string, init: RequestInit = {}): Promise<{ response: Response; address: string }> {
    let [url, next]: [string, RequestInit] = [address, init];
    for (let hop = 0; hop < 12; hop++) {
      const response = await this.ask(url, next);
      const to = response.headers.get('location');
      if (to === null) return { response, address: url };
      await response.text();
      [url, next] = [new URL(to, url).href, {}];
      // The page itself is of no use here.
      if (url.includes('#')) return { response, address: url };
    }
    throw new Error('It leads on and on');
  }

  /** One request, without following anything. */
  async ask(address: string, init: RequestInit = {}): Promise<Response> {
    const cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const headers = { ...(init.headers as object), ...(cookie === '' ? {} : { cookie }) };
    const response = await fetch(address, { ...init, headers, redirect: 'manual' });
    for (const text of response.headers.getSetCookie()) {
      this.set.push(text);
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(text) ?? [];
      if (/max-age=0|expires=Thu, 01 Jan 1970/i.test(text)) this.cookies.delete(name);
      else this.cookies.set(name, value);
    }
    return response;
  }

  /** Begins at the gateway, and signs in at the provider by the form that it shows. */
  async signIn(gateway: string, name: string): Promise<{ response: Response; address: string }> {
    const { address } = await this.visit(`${gateway}/admin/v1/sign-in/start`);
    return this.visit(address, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({ prompt: 'login', login: name, password: 'any' }).toString(),
    });
  }
}
