import type { ApiKey } from '../../domain/api-key.ts';
import type { Model } from '../../domain/catalogue.ts';
import type { CallRules } from '../dialects/adapter.ts';
import type { Endpoint } from './endpoint.ts';

/** The models that can be asked for. */
export interface ModelDirectory {
  /** @returns what the provider of a model asks of calls; the least for what is no model's id. */
  callRules(id: unknown): CallRules;
  /**
   * @param id as the caller wrote it.
   * @param field of the request that holds the id; `model` unless said otherwise.
   * @throws GatewayError `unknown_model`, naming the field; `unsupported` for a provider that cannot be reached yet.
   */
  find(id: string, key: ApiKey, field?: string): FoundModel;
}

/** A model, and where it is asked. */
export interface FoundModel {
  readonly model: Model;
  readonly listed: boolean;
  readonly endpoint: Endpoint;
  /** Ids of the models that are asked next where this one cannot answer; of an alias alone. */
  readonly fallbacks?: readonly string[];
  /** Name of the operator's profile that the id asks for, behind an `@`. */
  readonly profile?: string;
}

/** A provider, whichever of its models is asked. */
export interface ReachedProvider {
  readonly endpoint: Endpoint;
  /** Key of the dialect that it speaks. */
  readonly dialect: string;
}

/** Providers by their keys in the catalogue. */
export interface ProviderDirectory {
  /** @returns where it is reached; `undefined` where there is none of that name. */
  reach(provider: string, key: ApiKey): ReachedProvider | undefined;
  providerNames(): readonly string[];
}
