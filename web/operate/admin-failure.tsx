import type { ReactElement } from 'react';
import type { FailureFacts } from '../api/failure.ts';
import { explainFailure } from '../explain-failure.ts';

/** What went wrong; nothing where nothing did. A refused key is said where it is asked for. */
export function AdminFailure({ failure }: { failure: FailureFacts | undefined }): ReactElement | null {
  if (failure === undefined || failure.status === 401) return null;
  return <p role="alert">{explainAdmin(failure)}</p>;
}

/** Operators fill in what the API takes: what it finds wrong is said as it says it. */
export function explainAdmin(failure: FailureFacts): string {
  if (failure.code === 'invalid_body')
    return failure.message.replace(/^(?:body|query)\./, '').replace('Value error, ', '');
  const { title, text } = explainFailure(failure);
  return text === '' ? title : `${title}. ${text}`;
}
