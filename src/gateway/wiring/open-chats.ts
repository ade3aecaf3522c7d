/** Joins what answers chats: the course of one, what is remembered of its calls, and its evaluation. */
import { createClaimMemory } from '../../engine/factcheck/claim-memory.ts';
import type { EvidenceService } from '../../engine/factcheck/find/evidence.ts';
import { yieldTurn } from '../../engine/factcheck/yield-turn.ts';
import type { EvaluationService } from '../../evaluation/evaluated-chat.ts';
import { createChat } from '../chat/chat-story.ts';
import { ConfigError } from '../config/config-error.ts';
import type { Config } from '../config/read-config.ts';
import type { Gate } from '../http/admission/gate.ts';
import { type ChatService, createChatService } from '../http/chats/chat-service.ts';
import type { PrepareReport } from '../http/checks/report-check.ts';
import type { OpenRequests } from '../http/server/open-requests.ts';
import type { Metrics } from '../telemetry/metrics.ts';
import { openCallMemory } from './open-call-memory.ts';
import type { Engine } from './open-engine.ts';
import type { Providers } from './open-providers.ts';
import { openSealedMemory } from './open-sealed-memory.ts';
import type { Shelf } from './open-shelf.ts';
import { randomIds } from './random-ids.ts';

interface ChatsOptions {
  readonly config: Pick<Config, 'factCheck' | 'marksConversations' | 'profiles'>;
  readonly gate: Gate;
  readonly providers: Pick<Providers, 'models' | 'upstream'>;
  readonly engine: Pick<Engine, 'examples' | 'verify'>;
  readonly evidence: EvidenceService;
  readonly evaluations: EvaluationService;
  readonly openRequests: OpenRequests;
  readonly metrics: Metrics;
  readonly prepareReport: PrepareReport;
  /** The server's. */
  readonly secret: string;
  readonly shelf: Shelf | undefined;
  /** Unix milliseconds. */
  readonly now: () => number;
}

export function openChats({
  config,
  providers,
  engine,
  secret,
  shelf,
  now,
  ...options
}: ChatsOptions): ChatService {
  const chat = createChat({
    upstream: providers.upstream,
    examples: engine.examples,
    verify: engine.verify,
    calls: openCallMemory(secret, shelf),
    evidence: openSealedMemory(secret, 'evidence', shelf),
    marksConversations: config.marksConversations,
    claims: createClaimMemory(),
    newId: randomIds(18),
    now,
    yieldTurn,
  });
  return createChatService({
    ...options,
    chat,
    models: providers.models,
    action: config.factCheck.action,
    profiles: profilesOf(config, options.evidence.names),
  });
}

/** @throws ConfigError where one names a source that there is not. */
function profilesOf({ profiles }: Pick<Config, 'profiles'>, sources: readonly string[]): Config['profiles'] {
  for (const [name, { sources: named = [] }] of Object.entries(profiles)) {
    const unknown = named.findIndex((source) => !sources.includes(source));
    if (unknown >= 0) throw new ConfigError(`profiles.${name}.sources.${unknown}: there is no such source`);
  }
  return profiles;
}
