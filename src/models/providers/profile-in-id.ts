/** A model's id with the name of a profile behind it: `gpt-6-luna@support`. */
import type { Catalogue } from '../../domain/catalogue.ts';

/**
 * @param profiles by name; what stands behind an `@` and is none of them belongs to the id.
 * @returns the id of the model, and the profile where the id names one.
 */
export function profileInId(
  id: string,
  profiles: Readonly<Record<string, unknown>>,
  { models }: Pick<Catalogue, 'models'>,
): { readonly id: string; readonly profile?: string } {
  const at = id.lastIndexOf('@');
  const profile = id.slice(at + 1);
  if (at <= 0 || !Object.hasOwn(profiles, profile) || models.has(id)) return { id };
  return { id: id.slice(0, at), profile };
}
