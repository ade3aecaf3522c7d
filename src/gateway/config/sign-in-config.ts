/** How operators sign in on the page, in the config file: `admin.sign_in`. */
import { z } from 'zod';
import { baseUrlFault } from '../../domain/base-url.ts';
import { isLoopbackHost } from '../../domain/host-name.ts';
import { duration } from './duration.ts';
import { withoutFault } from './without-fault.ts';

const [SHORTEST, LONGEST] = [60_000, 30 * 86_400_000];
const MOST_VALUES = 100;

/** Tokens and cookies cross the network: nobody else may read them. */
function secureFault(text: string): string | undefined {
  const fault = baseUrlFault(text);
  if (fault !== undefined) return fault;
  const { protocol, hostname } = new URL(text);
  return protocol === 'https:' || isLoopbackHost(hostname)
    ? undefined
    : 'must begin with https://, unless it is on this machine';
}

const span = duration.refine((ms) => ms >= SHORTEST && ms <= LONGEST, 'must be from 1m to 720h');
const values = z.array(z.string().min(1).max(256)).max(MOST_VALUES);

export const signInSection = z
  .strictObject({
    /** What people know the provider by; its host where absent. */
    name: z.string().trim().min(1).max(64).optional(),
    /** As the provider's documentation calls it; `/.well-known/openid-configuration` is below it. */
    issuer: withoutFault(secureFault),
    client_id: z.string().min(1).max(256),
    client_secret: z.string().optional(),
    /** A file with the secret. */
    client_secret_file: z.string().min(1).optional(),
    /** The origin at which people open the page. */
    url: withoutFault((text) =>
      URL.parse(text)?.origin !== text.replace(/\/$/, '')
        ? 'must be an origin such as https://facts.example.org, without a path'
        : secureFault(text),
    ),
    scopes: z
      .array(z.string().regex(/^[\x21\x23-\x5b\x5d-\x7e]+$/, 'must be a scope'))
      .max(MOST_VALUES)
      .refine((scopes) => scopes.includes('openid'), 'must have openid')
      .default(['openid', 'profile', 'email']),
    roles: z
      .strictObject({
        /** The name of a claim; a dot leads into an object, as in `realm_access.roles`. */
        claim: z.string().min(1).max(256).default('groups'),
        admin: values.default([]),
        viewer: values.default([]),
      })
      .refine(({ admin, viewer }) => admin.length + viewer.length > 0, {
        path: ['admin'],
        message: 'is empty, and so is viewer: nobody could sign in',
      }),
    idle: span.default(3_600_000),
    lifetime: span.default(8 * 3_600_000),
  })
  .optional();
