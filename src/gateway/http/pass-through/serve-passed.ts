/**
 * Endpoints that go through to a provider: embeddings, pictures, sounds, moderations, completions, files and batches. The
 * story of a request is a chat's, without anything that looks at claims: who is calling, whom is asked, whether the plan
 * allows it; then bytes in both directions, of which nothing is kept.
 */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { isIssuedKey } from '../../../domain/api-key.ts';
import { GatewayError } from '../../../domain/errors.ts';
import { MESSAGE_ERRORS } from '../../../models/dialects/messages/message-error.ts';
import { withNanos } from '../../../models/providers/price.ts';
import type { FoundModel } from '../../../models/upstream/model-directory.ts';
import { USUAL_FACTORS } from '../../../models/upstream/most-cost.ts';
import type { PassedCall, PassingOn } from '../../../models/upstream/passed-call.ts';
import type { Gate, Identity } from '../admission/gate.ts';
import { type BodyLimits, readBody } from '../body/read-body.ts';
import { noteModel, requireIdentity } from '../chats/chat-service.ts';
import { type AnswerMetrics, countTokens, tallyOf } from '../chats/count-answer.ts';
import { isOwnModeration } from '../guardrails/moderate.ts';
import type { OpenRequests } from '../server/open-requests.ts';
import { beyondBody, type Server } from '../server/server.ts';
import {
  chooseTarget,
  type Models,
  PROVIDER_HEADER,
  requireOwnAccount,
  type Target,
  unnamedModel,
} from './choose-target.ts';
import { mostOfPassed } from './cost-of-passed.ts';
import { FAMILIES, type PassedFamily, type PassedOperation } from './endpoints.ts';
import { FormStream, JsonText, type PassedBody, readPassedBody } from './passed-body.ts';
import { passedDocs } from './passed-docs.ts';
import { passedPathOf, requestToPass } from './request-to-pass.ts';
import { sendPassed } from './send-passed.ts';

interface PassedOptions {
  readonly gate: Gate;
  readonly models: Models;
  readonly passing: PassingOn;
  readonly openRequests: OpenRequests;
  readonly bodyLimits: BodyLimits;
  readonly metrics: Pick<AnswerMetrics, 'tokens'>;
  /** Answers what the gateway itself is asked, and no provider. */
  readonly moderate: (request: FastifyRequest, reply: FastifyReply, body: unknown) => Promise<unknown>;
}

export async function servePassed(server: Server, options: PassedOptions): Promise<void> {
  await server.register(async (scope) => {
    readBodiesAsTheyAre(scope, options.bodyLimits);
    for (const family of FAMILIES) {
      for (const operation of family.operations) {
        const answer = createPassage(family, operation, options);
        scope.route({
          method: operation.method,
          url: operation.url,
          config: {
            limited: true,
            ...(family.ownHeader ? { keyHeader: 'x-api-key' } : {}),
            ...(family.tag === 'Messages' ? { errorForm: MESSAGE_ERRORS } : {}),
          },
          schema: passedDocs(family, operation),
          handler: answer,
        });
      }
    }
  });
}

/** JSON is parsed, and kept as its caller wrote it; forms are read as they are sent on. */
function readBodiesAsTheyAre(scope: Server, limits: BodyLimits): void {
  scope.removeContentTypeParser('application/json');
  scope.addContentTypeParser('application/json', ({ holding }, payload, done) => {
    readBody(payload, limits, holding, (error, body) => {
      if (body === undefined) return done(error);
      try {
        holding.take(beyondBody(body.length, limits));
        done(null, new JsonText(body));
      } catch (fault) {
        done(fault as Error);
      }
    });
  });
  scope.addContentTypeParser('multipart/form-data', (_request, payload, done) => {
    done(null, new FormStream(payload));
  });
}

function createPassage(family: PassedFamily, operation: PassedOperation, options: PassedOptions) {
  const { gate, models, passing, openRequests, bodyLimits, metrics } = options;
  const { effect, method } = operation;
  /** Whether a model is asked, now or later, even where none is named. */
  const asks = method === 'POST' && (family.keeps === undefined || effect === 'later');

  /** @throws GatewayError 403 where nobody could say what it costs the key's budget. */
  const requireCountable = async (identity: Identity): Promise<void> => {
    if (effect !== 'apart' || !isIssuedKey(identity.key)) return;
    const { budgets = [] } = await gate.allowanceOf(identity);
    if (budgets.length === 0) return;
    const message = 'What this endpoint costs is not counted in tokens, and this key has a budget';
    throw new GatewayError('model_not_in_plan', message);
  };

  const costOf = (found: FoundModel | undefined, { fields }: PassedBody): Pick<PassedCall, 'cost'> => {
    const isPaid = effect === 'tokens' || effect === 'apart';
    if (!isPaid || found === undefined) return {};
    return { cost: { model: found.model, most: mostOfPassed(effect === 'tokens' ? fields : {}) } };
  };

  const pass = async (request: FastifyRequest, reply: FastifyReply, body: PassedBody, identity: Identity) => {
    const { key } = identity;
    const path = passedPathOf(request.url);
    const header = request.headers[PROVIDER_HEADER];
    const provider = Array.isArray(header) ? header[0] : header;
    const target = chooseTarget(models, { ids: body.models, provider, family, path, key });
    passing.requireKey(target.endpoint, key);
    const [named, ...others] = target.models.values();
    const found = named ?? (asks ? unnamedModel(models, target, key) : undefined);
    request.provider = target.endpoint.provider;
    if (found !== undefined) noteModel(request, found.model, found.listed);
    requireOwnAccount(family, key);
    await requireCountable(identity);
    const admitted = await gate.admit(request, reply, identity, found, others);
    const call: PassedCall = {
      ...requestToPass({ request, target, body, path, key }),
      // Made twice, there would be two of it.
      once: !body.isRepeatable || (family.keeps === true && method === 'POST'),
      ...costOf(found, body),
    };
    try {
      const passed = await passing.pass(call, openRequests.signalOf(reply.raw));
      admitted.accepted();
      const { spending } = passed;
      try {
        const outcome = await sendPassed(reply, passed);
        if (outcome === 'broken') spending?.ended();
        else {
          // What is not said is taken to be all that was reserved.
          const most = call.cost?.most;
          if (outcome === undefined && most !== undefined) spending?.add(most.output * most.choices);
          spending?.answered(outcome);
        }
        const { model = 'unlisted' } = request;
        if (typeof outcome === 'object') {
          const counting = { metrics, tally: tallyOf(request) };
          const usage = withNanos(outcome, found?.model.price, USUAL_FACTORS);
          countTokens(counting, { provider: target.endpoint.provider, model }, 'answer', usage);
        }
      } catch (error) {
        spending?.ended(error);
        throw error;
      }
    } catch (error) {
      const explained = body.fault ?? explainMissing(error, target);
      await gate.failed(reply, admitted, explained);
      throw explained;
    }
  };

  return async (request: FastifyRequest, reply: FastifyReply): Promise<unknown> => {
    if (operation.id === 'createModeration' && request.body instanceof JsonText) {
      const { value } = request.body;
      if (isOwnModeration(value)) return options.moderate(request, reply, value);
    }
    if (family.tag === 'Messages') reply.header('request-id', request.id);
    const identified = gate.identify(request, 'body-first');
    let body: PassedBody | undefined;
    try {
      if (request.body instanceof FormStream && !family.forms) throw new GatewayError('not_json');
      body = await readPassedBody(request.body, family.models, bodyLimits.whole);
      await pass(request, reply, body, requireIdentity(identified));
    } finally {
      // What is left of a form is read away: the connection would be reset, and the answer lost.
      body?.discard();
    }
  };
}

/** Where no model was named, what the provider does not have is something else. */
function explainMissing(error: unknown, { models, endpoint }: Target): unknown {
  const isMissing = error instanceof GatewayError && error.code === 'provider_model_not_found';
  if (!isMissing || models.size > 0) return error;
  return new GatewayError('not_found', `${endpoint.displayName} has no such object`, { cause: error.cause });
}
