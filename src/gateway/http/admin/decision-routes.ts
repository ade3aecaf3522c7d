/** /admin/v1/decisions: what somebody has decided on claims, which is shown wherever they are checked again. */
import type { z } from 'zod';
import type { Actor } from '../../admin/auditor.ts';
import { validate } from '../body/validate.ts';
import type { Server } from '../server/server.ts';
import { operatorOf } from './admin-access.ts';
import { adminResponses, decisionsSchema } from './admin-schema.ts';

export type GivenDecision = z.output<typeof decisionsSchema>['decisions'][number];

export interface DecisionRoutesOptions {
  /** Adds all of them or none. */
  readonly decisions: {
    add(
      decisions: readonly GivenDecision[],
      actor: Actor,
    ): Promise<{ readonly added: number; readonly replaced: number }>;
  };
}

export function serveDecisions(server: Server, { decisions }: DecisionRoutesOptions): void {
  server.post(
    '/admin/v1/decisions',
    {
      config: { audited: 'decision.add' },
      schema: {
        summary: 'Add decisions on claims, all or none; one of the same author on the same claim is replaced',
        operationId: 'addDecisions',
        tags: ['Decisions'],
        body: decisionsSchema,
        response: adminResponses.decisions,
      },
    },
    async (request, reply) => {
      const body = validate(decisionsSchema, request.body);
      const { added, replaced } = await decisions.add(body.decisions, operatorOf(request).actor);
      return reply.code(201).send({ object: 'decisions', added, replaced });
    },
  );
}
