/** What a linter finds wrong with an API reference. */
import { createConfig, lintFromString } from '@redocly/openapi-core';

/**
 * @param off rules that do not apply.
 * @returns each fault: its rule, what is wrong, and where.
 */
export async function lintReference(reference: object, off: readonly string[] = []): Promise<string[]> {
  const rules = Object.fromEntries(off.map((rule) => [rule, 'off']));
  // As text: the type of a config as an object takes the compiler six seconds.
  const config = await createConfig(JSON.stringify({ extends: ['recommended'], rules }));
  const problems = await lintFromString({ source: JSON.stringify(reference), config });
  return problems.map(({ ruleId, message, location }) => `${ruleId} ${message} ${location[0]?.pointer}`);
}
