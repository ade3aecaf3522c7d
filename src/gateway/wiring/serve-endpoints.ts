/** Serves every endpoint for callers. */
import type { Documents } from '../../documents/documents.ts';
import type { EvidenceService } from '../../engine/factcheck/find/evidence.ts';
import type { StarterEntry } from '../../engine/factcheck/sources/starter/read-entries.ts';
import type { Evaluations } from '../../evaluation/evaluations.ts';
import type { Config } from '../config/read-config.ts';
import { createKeyCheck } from '../http/admission/check-optional-key.ts';
import { serveChat } from '../http/chat/serve-chat.ts';
import { serveChatCompletions } from '../http/chat-completions/serve-chat-completions.ts';
import type { ChatService } from '../http/chats/chat-service.ts';
import { createPromptCounter } from '../http/chats/count-prompt.ts';
import { serveClaims } from '../http/claims/serve-claims.ts';
import { serveDocuments } from '../http/documents/serve-documents.ts';
import { serveEvaluations } from '../http/evaluations/serve-evaluations.ts';
import { serveGenerateContent } from '../http/generate-content/serve-generate-content.ts';
import { serveGoogleModels } from '../http/generate-content/serve-google-models.ts';
import { createModeration } from '../http/guardrails/moderate.ts';
import { serveGuardrails } from '../http/guardrails/serve-guardrails.ts';
import { serveLimits } from '../http/limits/serve-limits.ts';
import { serveMessages } from '../http/messages/serve-messages.ts';
import { serveTokenCount } from '../http/messages/serve-token-count.ts';
import { serveModels } from '../http/models/serve-models.ts';
import { servePage } from '../http/page/serve-page.ts';
import { servePassed } from '../http/pass-through/serve-passed.ts';
import { describeApi } from '../http/reference/openapi.ts';
import { serveKeptResponses } from '../http/responses/serve-kept-responses.ts';
import { serveResponses } from '../http/responses/serve-responses.ts';
import { serveSources } from '../http/sources/serve-sources.ts';
import { serveStarter } from '../http/starter/serve-starter.ts';
import type { OpenResponses } from '../responses/keep-responses.ts';
import type { Metrics } from '../telemetry/metrics.ts';
import { PAGE_FOLDER } from './build-page.ts';
import type { Callers } from './open-callers.ts';
import type { Engine } from './open-engine.ts';
import { openEvidenceShelf } from './open-evidence-shelf.ts';
import type { Providers } from './open-providers.ts';
import type { OpenServer } from './open-server.ts';
import type { Shelf } from './open-shelf.ts';
import { randomIds } from './random-ids.ts';
import { VERSION } from './version.ts';

interface EndpointOptions {
  readonly config: Pick<Config, 'defaultTask' | 'factCheck' | 'mcp' | 'requireKeyForModels'>;
  readonly callers: Pick<Callers, 'counts' | 'gate'>;
  readonly providers: Providers;
  readonly engine: Engine;
  readonly evidence: EvidenceService;
  readonly starter: readonly StarterEntry[];
  readonly documents: Documents;
  readonly chats: ChatService;
  readonly evaluations: Evaluations;
  readonly kept: OpenResponses;
  readonly shelf: Shelf | undefined;
  readonly metrics: Metrics;
  /** Unix milliseconds. */
  readonly now: () => number;
}

export async function serveEndpoints(
  { server, options: { bodyLimits, corsOrigins }, openRequests }: OpenServer,
  options: EndpointOptions,
): Promise<void> {
  const { config, providers, engine, evidence, documents, chats, kept, metrics, now } = options;
  const { models, upstream } = providers;
  const { counts, gate } = options.callers;
  const { checkText, examples, judge } = engine;
  const { takeDetection, takeDocument } = counts;
  const { defaultTask: task, requireKeyForModels } = config;
  await describeApi(server, VERSION);

  const chatParts = {
    gate,
    chats,
    models,
    factCheckMode: config.factCheck.mode,
    task,
    sources: evidence.names,
  };
  serveChatCompletions(server, chatParts);
  serveResponses(server, { ...chatParts, kept, bodyLimits, now });
  serveKeptResponses(server, { gate, kept });
  serveMessages(server, chatParts);
  const counter = createPromptCounter({ gate, models, openRequests, countPrompt: providers.countPrompt });
  serveTokenCount(server, { gate, models, counter });
  serveGenerateContent(server, { ...chatParts, counter });
  serveChat(server, chatParts);
  const defaultModel = () => providers.catalogue.defaultModel;
  const checkParts = {
    gate,
    models,
    defaultModel,
    upstream,
    takeDetection,
    checkText,
    evidence,
    openRequests,
    metrics,
  };
  serveClaims(server, { ...checkParts, newId: randomIds(18), now });
  serveGuardrails(server, checkParts);
  const { passing } = providers;
  const moderate = createModeration({ ...checkParts, newId: randomIds(18) });
  await servePassed(server, { gate, models, passing, openRequests, bodyLimits, metrics, moderate });
  await serveDocuments(server, {
    gate,
    checkKey: createKeyCheck({ gate, requireKey: requireKeyForModels || gate.needsKey }),
    takeDocument,
    documents,
    openRequests,
  });

  const checkKey = createKeyCheck({ gate, requireKey: requireKeyForModels });
  const listed = { checkKey, catalogue: () => providers.catalogue, aliases: () => providers.aliases };
  serveModels(server, listed);
  serveGoogleModels(server, listed);
  serveSources(server, { checkKey, evidence });
  serveEvaluations(server, { gate, evaluations: options.evaluations });
  serveLimits(server, gate);
  serveStarter(server, { entries: options.starter });

  if (config.mcp.enabled) {
    const { serveMcp } = await import('../http/mcp/serve-mcp.ts');
    serveMcp(server, {
      ...checkParts,
      takeDocument,
      documents,
      examples,
      judgesAlone: () => judge.state() === 'ready',
      shelfOf: openEvidenceShelf(options.shelf),
      corsOrigins,
      newId: randomIds(18),
      version: VERSION,
    });
  }
  await servePage(server, { folder: PAGE_FOLDER });
}
