import type { ApiKey } from '../domain/api-key.ts';
import type { Model } from '../providers/catalogue.ts';
import type { Endpoint } from './endpoint.ts';

/** The models that can be asked for. */
export interface ModelDirectory {
  /**
   * @param id as the caller wrote it.
   * @param field of the request that holds the id; `model` unless said otherwise.
   * @throws GatewayError `unknown_model`, naming the field; `unsupported` for a provider that cannot be reached yet.
   */
  find(
    id: string,
    key: ApiKey,
    field?: string,
  ): { readonly model: Model; readonly listed: boolean; readonly endpoint: Endpoint };
}
