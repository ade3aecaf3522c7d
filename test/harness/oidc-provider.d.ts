/** What tests use of the package, which brings no types of its own. */
declare module 'oidc-provider' {
  import type { RequestListener } from 'node:http';
  export default class Provider {
    constructor(issuer: string, settings: object);
    callback(): RequestListener;
    on(event: string, listener: (...args: unknown[]) => void): void;
    Grant: new (owner: {
      clientId: string;
      accountId: string;
    }) => {
      addOIDCScope(scope: string): void;
      save(): Promise<string>;
    };
  }
}
