/** The admin API, under /admin/v1, with a reference of its own: callers have no use for it. */
import swagger from '@fastify/swagger';
import { fastifyZodOpenApiPlugin } from 'fastify-zod-openapi';
import { apiTransformers, withoutSafeBounds } from '../reference/openapi.ts';
import type { Server } from '../server/server.ts';
import { type AdminAccessOptions, guardAdmin } from './admin-access.ts';
import { ADMIN_PATH } from './admin-path.ts';
import { type CallerRoutesOptions, serveCallers } from './caller-routes.ts';
import { type CorpusRoutesOptions, serveCorpus } from './corpus-routes.ts';
import { type DecisionRoutesOptions, serveDecisions } from './decision-routes.ts';
import { type KeyRoutesOptions, serveKeys } from './key-routes.ts';
import { type PublishedRoutesOptions, servePublishedForOperators } from './published-routes.ts';
import head from './reference.json' with { type: 'json' };
import { type ReportRoutesOptions, serveReports } from './report-routes.ts';
import { type SharedRoutesOptions, serveSharedForOperators } from './shared-routes.ts';
import { type SignInRoutesOptions, serveSignIn } from './sign-in-routes.ts';
import { type SourceRoutesOptions, serveSources } from './source-routes.ts';
import { serveTeams, type TeamRoutesOptions } from './team-routes.ts';
import { serveWebhooks, type WebhookRoutesOptions } from './webhook-routes.ts';

export interface AdminOptions
  extends AdminAccessOptions,
    Omit<KeyRoutesOptions, 'teams'>,
    TeamRoutesOptions,
    Omit<CallerRoutesOptions, 'callerIds'>,
    DecisionRoutesOptions,
    CorpusRoutesOptions,
    SourceRoutesOptions,
    PublishedRoutesOptions,
    SharedRoutesOptions,
    Omit<ReportRoutesOptions, 'teams'>,
    SignInRoutesOptions,
    WebhookRoutesOptions {
  /** Of the package. */
  readonly version: string;
}

/** @param server one that describes no API, or leaves these paths out of its own. */
export async function serveAdmin(server: Server, options: AdminOptions): Promise<void> {
  await server.register(async (admin) => {
    if (!server.hasPlugin('fastify-zod-openapi')) await admin.register(fastifyZodOpenApiPlugin);
    await admin.register(swagger, {
      decorator: 'adminReference' as 'swagger',
      openapi: {
        openapi: '3.1.0',
        ...head,
        info: { ...head.info, version: options.version },
        components: head.components as object,
      },
      ...apiTransformers,
    });
    guardAdmin(admin, options);
    serveSignIn(admin, options);
    serveKeys(admin, options);
    serveTeams(admin, options);
    serveCallers(admin, options);
    serveDecisions(admin, options);
    await serveCorpus(admin, options);
    serveSources(admin, options);
    servePublishedForOperators(admin, options);
    serveSharedForOperators(admin, options);
    serveReports(admin, options);
    serveWebhooks(admin, options);
    admin.get(`${ADMIN_PATH}/openapi.json`, { schema: { hide: true } }, async (_request, reply) => {
      const { adminReference } = admin as unknown as { readonly adminReference: () => object };
      return reply
        .type('application/json; charset=utf-8')
        .send(JSON.stringify(adminReference(), withoutSafeBounds));
    });
  });
}
