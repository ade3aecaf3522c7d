/** The address of a server that scores pairs, in place of a model's folder: its path says how it is asked. */
import { baseUrlFault } from '../../domain/base-url.ts';

const FORMS = ['predict', 'classify', 'score'] as const;

export function isAddress(model: string): boolean {
  return /^https?:\/\//i.test(model);
}

/** @returns how the server is asked; `undefined` where its path does not say. */
export function scoringFormOf(address: string): (typeof FORMS)[number] | undefined {
  return FORMS.find((form) => URL.parse(address)?.pathname.endsWith(`/${form}`));
}

/** @returns what is wrong with the address, or what it needs beside it. */
export function serverFault(address: string, labels: Readonly<Record<string, string>>): string | undefined {
  const fault = baseUrlFault(address);
  if (fault !== undefined) return fault;
  const form = scoringFormOf(address);
  if (form === undefined) return `must end in ${FORMS.map((one) => `/${one}`).join(', ')}, or be a folder`;
  return form === 'classify' && !Object.values(labels).includes('supported')
    ? 'needs judge.local.labels: all labels of the model in the order of its outputs, one of them supported'
    : undefined;
}
