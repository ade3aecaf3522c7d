/** Which evidence a check asks for: what the person chose, of what the server has. */
import type { CheckOptions } from '../api/gateway.ts';
import { ensureAccepted } from '../state/accepted-keys.ts';
import { isSandboxKey, keyFor } from '../state/keys.ts';
import { getSettings } from '../state/settings.ts';
import { getSourceList, namesToSend, needSourceList } from './source-store.ts';

interface AskedModel {
  readonly provider: string;
  readonly id: string;
}

/** Milliseconds for which an answer may wait until its sources may be asked. */
const PATIENCE = { chat: 8_000, check: 25_000 } as const;

/**
 * The sources that are named, and the limit of claims. Where sources outside are among them, the key has been
 * accepted by the provider then, if that could be done in time.
 */
export async function readCheckOptions(
  model: AskedModel,
  asked: keyof typeof PATIENCE,
): Promise<CheckOptions> {
  if (!isSandboxKey(keyFor(model.provider))) await atMost(prepareSources(model), PATIENCE[asked]);
  const list = getSourceList();
  const { maxClaims } = getSettings();
  return {
    sources: isSandboxKey(keyFor(model.provider)) ? undefined : namesToSend(list, getSettings()),
    maxClaims: maxClaims === null ? undefined : Math.min(maxClaims, list?.max_claims ?? maxClaims),
  };
}

async function prepareSources({ provider, id }: AskedModel): Promise<void> {
  await needSourceList();
  if (asksOutside()) await ensureAccepted(provider, id);
}

/** Whether a source outside is on: then keys must have been accepted. */
export function asksOutside(): boolean {
  const outside = getSourceList()?.data.filter(({ reach }) => reach === 'outside') ?? [];
  const names = namesToSend(getSourceList(), getSettings()) ?? [];
  return outside.some(({ name }) => names.includes(name));
}

function atMost(work: Promise<void>, milliseconds: number): Promise<void> {
  return Promise.race([work, new Promise<void>((resolve) => void setTimeout(resolve, milliseconds))]);
}
