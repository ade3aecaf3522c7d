/** Every table, by its columns. Times are Unix milliseconds. */
import type { ColumnType, Generated } from 'kysely';

export interface Tables {
  /** Which caller has which plan. A removed row stays for a day with no plan, so that replicas hear of it. */
  key_plans: {
    caller_id: string;
    /** Name of the secret that the id was made under. */
    kid: string;
    plan: string | null;
    /** Numbers of this key's own, in place of the plan's. */
    per_hour: number | null;
    per_month: number | null;
    /** The operator's own words, such as a customer's name. */
    note: string | null;
    /** The same caller under a newer secret: this row is there for replicas that do not know that one yet. */
    replaced_by: string | null;
    /** Rises with every change to the table. */
    revision: number;
    updated_at: number;
  };
  /** A counter for each table whose changes are followed. */
  revisions: {
    name: string;
    revision: number;
  };
  /** Requests of a caller in its latest month and hour. */
  limit_counts: {
    caller_id: string;
    /** 202611 */
    month: number;
    month_count: number;
    /** Hours since 1970. */
    hour: number;
    hour_count: number;
  };
  /** The operator's documents, as they were read. */
  corpus_documents: {
    key: Generated<number>;
    /** The operator's own. */
    id: string;
    title: string;
    /** What the title is found by; see src/engine/corpus/read-terms.ts. */
    title_terms: string;
    url: string;
    /** ISO 8601. */
    published: string | null;
    /** JSON of a `ClaimDecision`, where it is one. */
    review: string | null;
    /** Of all that it says and is known by; null where a version before wrote it. */
    digest: string | null;
  };
  /** Parts of documents: what is searched. */
  corpus_passages: {
    key: Generated<number>;
    document: number;
    /** 0 for a document's first passage. */
    position: number;
    text: string;
    /** What it is found by, sentence by sentence; see src/engine/corpus/split-passages.ts. */
    terms: string;
    term_count: number;
    /** How many terms its document's title has. */
    title_term_count: number;
    /** What it means; see src/engine/corpus/vector.ts. */
    vector: ColumnType<Uint8Array | null, Uint8Array | undefined, Uint8Array>;
  };
  /** One row: what ranking must know of the whole. */
  corpus_totals: {
    id: number;
    documents: number;
    passages: number;
    /** Terms of all passages, and of the title of each. */
    terms: number;
    title_terms: number;
    /** Rises with every change to the corpus. */
    revision: number;
  };
  /** Named collections of such documents. Tables of their own hold them: see corpus/corpus-tables.ts. */
  corpus_collections: {
    key: Generated<number>;
    name: string;
  };
  /** Evaluations that are running or done. */
  evaluations: {
    id: string;
    caller_id: string;
    /** Name of the secret that the caller's id and the wrapped keys were made under. */
    kid: string;
    status: 'running' | 'completed' | 'failed';
    /** `model`, `local` or `mixed`, once completed. */
    scorer: string | null;
    /** Why it failed. */
    failure: string | null;
    /** How many there are to score. */
    claims: number;
    /** Tokens that a model used for scoring. */
    prompt_tokens: number | null;
    completion_tokens: number | null;
    created_at: number;
    finished_at: number | null;
    /** The process that works on it. */
    lease_owner: string | null;
    lease_until: number;
    /** Rises with every process that takes it over; what an earlier one writes no longer counts. */
    attempt: number;
    /** The key of its texts, wrapped for the caller. */
    caller_key: string;
    /** The same, wrapped for the server; gone once it is done, or where texts are not to be stored. */
    recovery_key: string | null;
    /** What there is to score, sealed; likewise. */
    recovery: string | null;
    /** The first page of the report, sealed with the key of its texts; most have no other. */
    report: string | null;
  };
  /** What a report has beyond its first page. */
  evaluation_pages: {
    evaluation: string;
    /** From 1. */
    page: number;
    /** Rows of the report, sealed with the key of their evaluation. */
    sealed: string;
  };
  /** Responses that their callers can come back to. */
  responses: {
    id: string;
    caller_id: string;
    /** The response that it goes on from. */
    previous: string | null;
    /** Name of the secret that its key was derived under. */
    kid: string;
    /** What the row counts for in its caller's share. */
    bytes: number;
    /** From then on it is kept only for later responses that go on from it. */
    expires_at: number;
    /** The conversation's part, sealed with a key that nobody has without the caller's own. */
    sealed: string;
  };
  /** Secrets that gateways over this database were started with. */
  secrets: {
    /** Name of a secret, an HMAC that reveals nothing of it. */
    kid: string;
    first_used_at: number;
  };
  /** Keys that the gateway issued, by their fingerprints. A revoked one stays. */
  issued_keys: {
    /** Public name, made at random. */
    id: string;
    caller_id: string;
    /** Name of the secret that the fingerprint was made under. */
    kid: string;
    /** Id of its team. */
    team: string | null;
    plan: string | null;
    /** Name of a profile in config. */
    profile: string | null;
    /** Ids of the models that it may use, as a JSON list; all where null. */
    models: string | null;
    expires_at: number | null;
    tokens_per_month: number | null;
    /** Billionths of a US dollar. */
    nanos_per_month: number | null;
    tokens_per_day: number | null;
    nanos_per_day: number | null;
    note: string | null;
    created_at: number;
    revoked_at: number | null;
    /** The fingerprint under the secret before, for replicas that do not know the new one yet. */
    former_caller_id: string | null;
    /** Rises with every change to the table. */
    revision: number;
  };
  /** Groups of issued keys. A deleted one stays, so that what was used in it keeps its name. */
  teams: {
    /** Made at random. */
    id: string;
    name: string;
    /** The name as it is compared: no two teams that are there have the same. */
    name_key: string;
    /** Of keys that have none of their own; likewise the profile. */
    plan: string | null;
    profile: string | null;
    tokens_per_month: number | null;
    /** Billionths of a US dollar. */
    nanos_per_month: number | null;
    tokens_per_day: number | null;
    nanos_per_day: number | null;
    note: string | null;
    created_at: number;
    deleted_at: number | null;
    /** Rises with every change to this table or to that of issued keys. */
    revision: number;
  };
  /** What the keys of a team used while they were in it, on a day, of a model. */
  team_usage: {
    team_id: string;
    /** 20261105, UTC. */
    day: number;
    model: string;
    calls: number;
    prompt_tokens: number;
    completion_tokens: number;
    /** Billionths of a US dollar. */
    nanos: number;
  };
  /** Changes of keys and plans, and tries that were refused. */
  audit_log: {
    id: string;
    at: number;
    /** `cli`, `admin:<name of the admin key>`, or `unknown`. */
    actor: string;
    /** Such as `key.issue`. */
    action: string;
    /** Id of an issued key, or a caller's fingerprint. */
    subject: string | null;
    /** `done`, or the code of the error. */
    outcome: string;
    /** JSON: fields with what they were and are. */
    changes: string | null;
    request_id: string | null;
  };
  /** What was used with an issued key, on a day, of a model. */
  key_usage: {
    key_id: string;
    /** 20261105, UTC. */
    day: number;
    model: string;
    /** Calls to the provider: answers, and what verification and scoring ask. */
    calls: number;
    prompt_tokens: number;
    completion_tokens: number;
    /** Billionths of a US dollar; 0 where the model's price is not known. */
    nanos: number;
  };
  /** What an issued key or a team with a budget has spent and reserved in a month. */
  key_balances: {
    /** Of the key, or of the team. */
    key_id: string;
    /** 202611, UTC. */
    month: number;
    /** Rises with every change: who changes it names the one that was read. */
    version: number;
    /** JSON; see src/gateway/admission/balance.ts. */
    state: string;
  };
  /** What requests came to, by the hour and by the day. A number that is 0 is null. */
  traffic: {
    /** What is told apart, how finely, and for whom; see traffic.ts. */
    series: string;
    /** Hours since 1970; of a day, its first. */
    at: number;
    /** `provider/model`, an application, or the code of an error. */
    name: string;
    /** 1: simulated providers answered. */
    sandbox: number;
    requests: number | null;
    /** Requests that ended in one. */
    errors: number | null;
    prompt_tokens: number | null;
    completion_tokens: number | null;
    /** Of the prompts', those that were read from a provider's cache. */
    cached_tokens: number | null;
    /** Billionths of a US dollar. */
    nanos: number | null;
    /** Found in answers, and in texts that were to be checked. */
    claims: number | null;
    supported: number | null;
    refuted: number | null;
    conflicting: number | null;
    not_enough_evidence: number | null;
    /** Claims without a verdict, by what it was that prevented one. */
    unchecked_limit: number | null;
    unchecked_unsure: number | null;
    unchecked_failed: number | null;
    unchecked_exempt: number | null;
    /** Answers by the time to their first byte, and to their last: a histogram each. */
    first_0: number | null;
    first_1: number | null;
    first_2: number | null;
    first_3: number | null;
    first_4: number | null;
    first_5: number | null;
    first_6: number | null;
    first_7: number | null;
    whole_0: number | null;
    whole_1: number | null;
    whole_2: number | null;
    whole_3: number | null;
    whole_4: number | null;
    whole_5: number | null;
    whole_6: number | null;
    whole_7: number | null;
  };
  /** What webhooks are to be sent, and what could not be sent. */
  webhook_messages: {
    id: string;
    /** Id of the endpoint, made of its address. */
    endpoint: string;
    /** Name of the secret that it was sealed under. */
    kid: string;
    /** The body, sealed under the server's secret. */
    sealed: string;
    /** `dead`: it is not tried again by itself. */
    state: 'pending' | 'dead';
    /** How often it was tried. */
    attempts: number;
    /** When it is to be tried next. */
    due_at: number;
    /** The process that sends it. */
    lease_owner: string | null;
    lease_until: number;
    /** Why it could not be sent the last time. */
    failure: string | null;
    failed_at: number | null;
    created_at: number;
  };
  /** Finished checks that anybody can read under an address. */
  published_reports: {
    id: string;
    /** Id of the issued key that published it, else the caller's fingerprint. */
    maker: string;
    title: string;
    /** How many it lists. */
    claims: number;
    /** Of the content. */
    bytes: number;
    /** JSON of what was published. */
    content: string;
    created_at: number;
    /** Differs for each content that it had. */
    changed_at: number;
  };
  /** Checks that several people decide on. */
  shared_checks: {
    id: string;
    /** Id of the issued key that shares it, else the caller's fingerprint. */
    maker: string;
    /** How many it lists. */
    claims: number;
    /** Of the content. */
    bytes: number;
    /** Name of the secret that the content is sealed under. */
    kid: string;
    content: string;
    /** Grows with each change of the content. */
    content_version: number;
    /** Grows with each change of anything. */
    version: number;
    created_at: number;
    changed_at: number;
    expires_at: number;
  };
  /** What one person says of one claim of a shared check, sealed. */
  shared_check_entries: {
    check_id: string;
    person: string;
    claim: string;
    bytes: number;
    kid: string;
    sealed: string;
  };
  schema_migrations: {
    position: number;
    name: string;
    applied_at: number;
  };
  /** See src/gateway/store/schema.ts. */
  schema_changes: {
    position: number;
    name: string;
    applied_at: number;
    needs: string;
  };
}
