/** Every table, by its columns. Times are Unix milliseconds. */
import type { Generated } from 'kysely';

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
    plan: string | null;
    /** Ids of the models that it may use, as a JSON list; all where null. */
    models: string | null;
    expires_at: number | null;
    tokens_per_month: number | null;
    /** Billionths of a US dollar. */
    nanos_per_month: number | null;
    note: string | null;
    created_at: number;
    revoked_at: number | null;
    /** The fingerprint under the secret before, for replicas that do not know the new one yet. */
    former_caller_id: string | null;
    /** Rises with every change to the table. */
    revision: number;
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
  /** What an issued key with a budget has spent and reserved in a month. */
  key_balances: {
    key_id: string;
    /** 202611, UTC. */
    month: number;
    /** Rises with every change: who changes it names the one that was read. */
    version: number;
    /** JSON; see src/gateway/admission/balance.ts. */
    state: string;
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
