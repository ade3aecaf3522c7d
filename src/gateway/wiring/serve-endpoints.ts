/** Serves every endpoint for callers. */
import type { Documents } from '../../documents/documents.ts';
import type { EvidenceService } from '../../engine/factcheck/find/evidence.ts';
import type { StarterEntry } from '../../engine/factcheck/sources/starter/read-entries.ts';
import type { Evaluations } from '../../evaluation/evaluations.ts';
import type { Config } from '../config/read-config.ts';
import { createKeyCheck } from '../http/admission/check-optional-key.ts';
import type { Identity } from '../http/admission/gate.ts';
import { serveChat } from '../http/chat/serve-chat.ts';
import { serveChatCompletions } from '../http/chat-completions/serve-chat-completions.ts';
import type { ChatService } from '../http/chats/chat-service.ts';
import { createPromptCounter } from '../http/chats/count-prompt.ts';
import type { PrepareReport } from '../http/checks/report-check.ts';
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
import { createReportAddresses } from '../http/reports/report-addresses.ts';
import { createPublishers } from '../http/reports/require-publisher.ts';
import { servePublished } from '../http/reports/serve-published.ts';
import { serveReports } from '../http/reports/serve-reports.ts';
import { serveShared } from '../http/reports/serve-shared.ts';
import { serveKeptResponses } from '../http/responses/serve-kept-responses.ts';
import { serveResponses } from '../http/responses/serve-responses.ts';
import { serveSources } from '../http/sources/serve-sources.ts';
import { serveStarter } from '../http/starter/serve-starter.ts';
import { serveTraffic } from '../http/traffic/serve-traffic.ts';
import type { ReportShelf } from '../reports/publish-reports.ts';
import type { CheckShelf } from '../reports/share-checks.ts';
import type { OpenResponses } from '../responses/keep-responses.ts';
import type { Metrics } from '../telemetry/metrics.ts';
import { PAGE_FOLDER } from './build-page.ts';
import type { Callers } from './open-callers.ts';
import type { Engine } from './open-engine.ts';
import { openEvidenceShelf } from './open-evidence-shelf.ts';
import type { Providers } from './open-providers.ts';
import type { OpenServer } from './open-server.ts';
import type { Shelf } from './open-shelf.ts';
import type { OpenTraffic } from './open-traffic.ts';
import { randomIds } from './random-ids.ts';
import { VERSION } from './version.ts';

interface EndpointOptions {
  readonly config: Pick<
    Config,
    'defaultTask' | 'factCheck' | 'isPrivate' | 'mcp' | 'profiles' | 'reports' | 'requireKeyForModels'
  >;
  readonly callers: Pick<Callers, 'counts' | 'gate'>;
  readonly providers: Providers;
  readonly engine: Engine;
  readonly evidence: EvidenceService;
  readonly starter: readonly StarterEntry[];
  readonly documents: Documents;
  readonly chats: ChatService;
  readonly evaluations: Evaluations;
  readonly kept: OpenResponses;
  readonly reports: ReportShelf;
  readonly sharedChecks: CheckShelf;
  readonly shelf: Shelf | undefined;
  readonly metrics: Metrics;
  readonly prepareReport: PrepareReport;
  readonly traffic: Pick<OpenTraffic, 'namesOf' | 'read'>;
  /** Unix milliseconds. */
  readonly now: () => number;
}

export async function serveEndpoints(
  { server, options: { bodyLimits, corsOrigins }, openRequests }: OpenServer,
  options: EndpointOptions,
): Promise<void> {
  const { config, providers, engine, evidence, documents, chats, kept, metrics, traffic, now } = options;
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
    profiles: config.profiles,
    openRequests,
    metrics,
    prepareReport: options.prepareReport,
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
  /** Anybody may have a sandbox's key: with one, nobody but the operator publishes. */
  const isPublic = (identity: Identity): boolean => !config.isPrivate && server.isSandboxed(identity.key);
  const mayPublish = (identity: Identity): boolean =>
    gate.planOf(identity).publish === true && !isPublic(identity);
  serveLimits(server, { gate, mayPublish });
  const addresses = createReportAddresses(config.reports.url);
  const publishers = createPublishers({ gate, mayPublish, isPublic, makersOf: traffic.namesOf });
  serveReports(server, { reports: options.reports, publishers, addresses });
  serveShared(server, {
    checks: options.sharedChecks,
    publishers,
    addresses,
    needKey: config.reports.sharedNeedKey,
  });
  servePublished(server, {
    reports: options.reports,
    addresses,
    index: config.reports.index,
    version: VERSION,
  });
  serveTraffic(server, { gate, ...traffic });
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
