import type { Adapter } from '../dialects/adapter.ts';

/** Where and how one provider is reached. */
export interface Endpoint {
  /** The provider's key in the catalogue, such as `openai`. */
  readonly provider: string;
  /** The provider's name for people, such as `OpenAI`. */
  readonly displayName: string;
  readonly adapter: Adapter;
  /** `https://host:port`. */
  readonly origin: string;
  /** The base URL's path without a slash at its end: `` or `/v1`. */
  readonly pathPrefix: string;
  /** Milliseconds until the provider's headers must be there. */
  readonly firstByteTimeout: number;
  /** Milliseconds that may pass between two pieces of an answer. */
  readonly idleTimeout: number;
  /** A simulated provider of the sandbox. */
  readonly sandbox: boolean;
  /** It needs no key, and is sent none. */
  readonly keyless?: true;
}

/** @param baseUrl an absolute http(s) URL; a slash at its end counts as absent. */
export function splitBaseUrl(baseUrl: string): { readonly origin: string; readonly pathPrefix: string } {
  const url = new URL(baseUrl);
  return { origin: url.origin, pathPrefix: url.pathname.replace(/\/+$/, '') };
}
