/** The gateway for one MCP call over HTTP: each tool is admitted and counted like the endpoint that does the same. */

import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Documents } from '../../../documents/documents.ts';
import { textMessage } from '../../../domain/chat.ts';
import { GatewayError } from '../../../domain/errors.ts';
import type { TextCheckEvent } from '../../../engine/factcheck/check-text.ts';
import type { Retrieve } from '../../../engine/factcheck/ground-conversation.ts';
import type { ExampleBank } from '../../../engine/factcheck/normalize/example-bank.ts';
import { normalizeWithModel } from '../../../engine/factcheck/normalize/normalize-with-model.ts';
import { CONTEXT } from '../../../engine/factcheck/sources/context.ts';
import {
  type EvidenceShelf,
  gatherItems,
  type McpService,
  type OpenCheck,
} from '../../../mcp/mcp-service.ts';
import { searchSources } from '../../../mcp/search-sources.ts';
import type { EventSource } from '../../../models/dialects/stream-form.ts';
import type { JsonTarget } from '../../../models/upstream/ask-json.ts';
import type { CallerId } from '../../admission/caller-id.ts';
import type { RequestCounts } from '../../admission/request-counts.ts';
import type { Identity } from '../admission/gate.ts';
import { validate } from '../body/validate.ts';
import { claimsSchema } from '../chat-schema.ts';
import { noteModel, requireIdentity } from '../chats/chat-service.ts';
import { type AnswerMetrics, countCheck, tallyOf } from '../chats/count-answer.ts';
import { candidatesOf, inTurn } from '../chats/fall-back.ts';
import { checkSettings } from '../checks/check-settings.ts';
import { type CheckOpenerOptions, createCheckOpener } from '../checks/open-check.ts';
import type { PrepareReport } from '../checks/report-check.ts';
import { explainDocument } from '../documents/serve-documents.ts';

export interface McpServiceOptions extends CheckOpenerOptions {
  readonly examples: ExampleBank;
  readonly documents: Documents;
  readonly takeDocument: RequestCounts['takeDocument'];
  /** @returns the shelf of one caller. */
  readonly shelfOf: (caller: CallerId) => EvidenceShelf;
  readonly metrics: AnswerMetrics;
  readonly prepareReport: PrepareReport;
  /** Whether claims get verdicts without a model of the caller's. */
  readonly judgesAlone: () => boolean;
}

/** For whoever sets up the client. */
const NO_KEY =
  'API key is required: the client must send it to this server in the header Authorization, as Bearer and the key';

/** @returns makes the service of one call. */
export function createMcpServices(options: McpServiceOptions) {
  const { gate, models, evidence, upstream, examples, documents, defaultModel } = options;
  const { openAlone, openAsked, enter } = createCheckOpener(options);

  /** @param ended aborts when the caller leaves or cancels, or the gateway ends. */
  return (request: FastifyRequest, reply: FastifyReply, ended: AbortSignal): McpService => {
    const either = (signal: AbortSignal) => AbortSignal.any([signal, ended]);
    const identify = (): Identity => {
      const identity = gate.identify(request, 'header-first');
      const isMissing =
        identity === 'absent' || (identity instanceof GatewayError && identity.code === 'api_key_required');
      if (isMissing) throw new GatewayError('api_key_required', NO_KEY);
      return requireIdentity(identity);
    };
    const count = async (
      take: (address: string) => number | undefined | Promise<number | undefined>,
    ): Promise<void> => {
      const wait = await take(gate.addressOf(request));
      if (wait === undefined) return;
      throw new GatewayError('address_limit_reached', undefined, { retryAfter: String(wait) });
    };

    /** Work that counts as a request, with the caller's key and model. */
    const asAdmitted = async <T>(
      identity: Identity,
      modelId: string,
      work: (target: JsonTarget) => Promise<{ readonly value: T; readonly asked: boolean }>,
    ): Promise<T> => {
      const first = models.find(modelId, identity.key);
      const [found, ...fallbacks] = candidatesOf(models, gate, first, identity);
      noteModel(request, found.model, found.listed);
      const admitted = await gate.admit(request, reply, identity, found, fallbacks);
      try {
        const { value, asked } = await work(inTurn(found, fallbacks, identity.key));
        if (asked) admitted.accepted();
        else admitted.keep();
        return value;
      } catch (error) {
        await gate.failed(reply, admitted, error);
        throw error;
      }
    };

    const { readLink } = documents;
    return {
      sources: evidence.names.filter((name) => name !== CONTEXT),

      async detect({ text, language }, signal) {
        const check = { text: text.toWellFormed(), mode: 'detect' as const, ...(language && { language }) };
        const identity = gate.needsKey ? identify() : undefined;
        const steps = await openAlone(request, reply, identity, {}, check, either(signal));
        return { steps: iterate(steps, (event) => counted(event)), items: () => [] };
      },

      async check({ text, model, sources, maxClaims, language, date }, _client, signal): Promise<OpenCheck> {
        // Without a key the gateway judges by itself, where it can.
        const isAlone =
          model === undefined &&
          !gate.needsKey &&
          options.judgesAlone() &&
          gate.identify(request, 'header-first') === 'absent';
        const mode = isAlone ? 'ground' : 'verify';
        const identity = isAlone ? undefined : identify();
        const body = validate(claimsSchema, {
          ...{ text, mode, ...(isAlone ? {} : { model: model ?? defaultModel() }) },
          ...{ sources, max_claims: maxClaims, language, date },
        });
        const check = { text: body.text.toWellFormed(), mode, ...(language && { language }) } as const;
        let items: OpenCheck['items'] = () => [];
        const watched = (retrieve: Retrieve): Retrieve => {
          const gathered = gatherItems(retrieve);
          items = gathered.items;
          return gathered.retrieve;
        };
        const steps =
          identity === undefined
            ? await openAlone(request, reply, identity, body, check, either(signal), watched)
            : await openAsked(request, reply, identity, body, check, either(signal), watched);
        return {
          steps: iterate(steps, (event) => counted(event)),
          ...(body.model == null ? {} : { judge: body.model }),
          items: () => items(),
        };
      },

      async normalize(post, model, signal) {
        if (!gate.needsKey && gate.identify(request, 'header-first') === 'absent') {
          await count((address) => options.takeDetection(address, post.length));
          return undefined;
        }
        return asAdmitted(identify(), model ?? defaultModel(), async (target) => {
          const asked = { messages: [textMessage('user', post.toWellFormed())], stream: false };
          const value = await normalizeWithModel(
            { upstream, target, request: asked, examples },
            either(signal),
          );
          return { value, asked: value.usage !== undefined };
        });
      },

      async search(asked, signal) {
        const identity = identify();
        const { asker, admitted } = await enter(request, reply, identity, asked.model, asked.query.length);
        const { settings } = checkSettings(options, request, asker, { sources: asked.sources });
        try {
          const found = await searchSources(settings.retrieve, asked, either(signal));
          admitted?.keep();
          return found;
        } catch (error) {
          if (admitted !== undefined) await gate.failed(reply, admitted, error);
          throw error;
        }
      },

      ...(readLink === undefined
        ? {}
        : {
            async readPage(url, signal) {
              await count((address) => options.takeDocument(address));
              return readLink(url, either(signal)).catch(explainDocument);
            },
          }),

      shelf: shelfOfCaller(),

      explain(error) {
        if (ended.aborted) return 'The call was ended';
        const { advised: message, retryAfter } = request.explain(error);
        return retryAfter === undefined ? message : `${message}. Try again in ${retryAfter} s`;
      },
    };

    /** Of the caller alone, where its key is good; others have none. */
    function shelfOfCaller(): EvidenceShelf {
      const own = async (): Promise<EvidenceShelf | undefined> => {
        const identity = gate.identify(request, 'header-first');
        if (identity === 'absent' || identity instanceof GatewayError) return undefined;
        return (await gate.findAccepted(identity)) ? options.shelfOf(identity.caller.id) : undefined;
      };
      return {
        keep: async (name, entry) => (await (await own())?.keep(name, entry)) ?? false,
        find: async (name) => (await own())?.find(name),
      };
    }

    function counted(event: TextCheckEvent): void {
      if (event.type !== 'done') return;
      const { provider, model } = request;
      const judging = provider === undefined || model === undefined ? undefined : { provider, model };
      countCheck({ metrics: options.metrics, tally: tallyOf(request) }, judging, event.metadata);
      options.prepareReport(request, reply)(event.metadata);
    }
  };
}

async function* iterate(
  steps: EventSource<TextCheckEvent>,
  see: (event: TextCheckEvent) => void,
): AsyncGenerator<readonly TextCheckEvent[]> {
  try {
    for (let batch = await steps.next(); batch !== undefined; batch = await steps.next()) {
      batch.forEach(see);
      yield batch;
    }
  } finally {
    steps.close();
  }
}
