/**
 * Guardrails for other gateways: LiteLLM's proxy and Portkey's gateway ask whether an answer may be shown, each in its own form.
 * What a user asks is never stopped: a question may well hold what is false.
 */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { AnswerAction } from '../../../domain/answer-action.ts';
import type { Message } from '../../../domain/chat.ts';
import type { FactCheckMetadata } from '../../../domain/claim.ts';
import { isObject } from '../../../domain/json-object.ts';
import { claimsWith } from '../../chat/actions/act-on-answer.ts';
import { describeFinding } from '../../chat/actions/correction-note.ts';
import { sendJson } from '../answer/send-json.ts';
import { validate } from '../body/validate.ts';
import { documentFaults, sourceFaults } from '../own-faults.ts';
import { failureResponses, metadataSchema } from '../response-schema.ts';
import type { Server } from '../server/server.ts';
import { createGuard, type GuardOptions, type GuardSettings, readTexts } from './create-guard.ts';
import { litellmSchema, portkeyQuery, portkeySchema } from './guardrail-schema.ts';

const AS_SHIPPED: AnswerAction['on'] = ['refuted'];

const litellmAnswer = z.object({
  action: z.enum(['NONE', 'BLOCKED']),
  blocked_reason: z.string().optional().meta({ description: 'A line for each claim that stops the answer.' }),
  fact_check_metadata: metadataSchema.optional(),
});

const portkeyAnswer = z.object({
  verdict: z.boolean(),
  data: z.object({
    explanation: z.string(),
    fact_check_metadata: metadataSchema.optional(),
  }),
});

export function serveGuardrails(server: Server, options: GuardOptions): void {
  const guard = createGuard(options);
  const { names: sources } = options.evidence;

  /** @returns why the texts may not be shown, a line a claim; none where they may. */
  const check = async (
    request: FastifyRequest,
    reply: FastifyReply,
    texts: readonly string[],
    { on, ...settings }: GuardSettings & { readonly on?: AnswerAction['on'] | null | undefined },
    messages: readonly Message[],
  ): Promise<{ readonly reasons: readonly string[]; readonly metadata: FactCheckMetadata }> => {
    const { metadata } = await guard(request, reply, texts, settings, messages);
    return { reasons: claimsWith(on ?? AS_SHIPPED, metadata.claims).map(describeFinding), metadata };
  };

  server.post(
    // The path that LiteLLM adds to the address in its config.
    '/beta/litellm_basic_guardrail_api',
    {
      config: { limited: true, keyHeader: 'x-api-key' },
      schema: {
        summary: "Check an answer for LiteLLM's proxy",
        operationId: 'guardLiteLLM',
        description: 'The form of `guardrail: generic_guardrail_api`. See docs/guardrails.md.',
        tags: ['Guardrails'],
        security: [{ providerKey: [] }, {}],
        body: litellmSchema,
        response: { 200: litellmAnswer, ...failureResponses },
      },
    },
    async (request, reply) => {
      const wishes = settingsIn(request.body);
      const place = ['additional_provider_specific_params', 'fact_check'];
      const body = validate(litellmSchema, request.body, [
        ...sourceFaults(wishes, place, sources),
        ...documentFaults(wishes, place),
      ]);
      const { texts = [], additional_provider_specific_params: params, structured_messages: messages } = body;
      if (body.input_type === 'request') return sendJson(reply, { action: 'NONE' });
      const settings = params?.fact_check ?? {};
      const { reasons, metadata } = await check(request, reply, texts ?? [], settings, readTexts(messages));
      const stops = reasons.length > 0;
      return sendJson(reply, {
        action: stops ? 'BLOCKED' : 'NONE',
        ...(stops ? { blocked_reason: reasons.join('\n') } : {}),
        fact_check_metadata: metadata,
      });
    },
  );

  server.post(
    '/v1/guardrails/portkey',
    {
      config: { limited: true },
      schema: {
        summary: "Check an answer for Portkey's gateway",
        operationId: 'guardPortkey',
        description: "The form of Portkey's webhook guardrail. See docs/guardrails.md.",
        tags: ['Guardrails'],
        security: [{ providerKey: [] }, {}],
        querystring: portkeyQuery,
        body: portkeySchema,
        response: { 200: portkeyAnswer, ...failureResponses },
      },
    },
    async (request, reply) => {
      const { on } = validate(portkeyQuery, request.query, [], 'query');
      const { eventType, request: asked, response: answered } = validate(portkeySchema, request.body);
      const text = eventType === 'afterRequestHook' ? (answered?.text ?? '') : '';
      if (text === '')
        return sendJson(reply, { verdict: true, data: { explanation: 'There is nothing to check.' } });
      const messages = isObject(asked?.json) ? readTexts(asked.json.messages) : [];
      const { reasons, metadata } = await check(request, reply, [text], { on }, messages);
      const explanation = reasons.length === 0 ? 'Nothing wrong was found.' : reasons.join('\n');
      return sendJson(reply, {
        verdict: reasons.length === 0,
        data: { explanation, fact_check_metadata: metadata },
      });
    },
  );
}

/** The settings of a body that is not validated yet. */
function settingsIn(body: unknown): unknown {
  const params = isObject(body) ? body.additional_provider_specific_params : undefined;
  return isObject(params) ? params.fact_check : undefined;
}
