import { EditOutlined, ReloadOutlined } from '@ant-design/icons';
import { Button, Input, Tooltip } from 'antd';
import { lazy, memo, type ReactElement, Suspense, useState } from 'react';
import type { ShownClaim } from '../claims/claim-state.ts';
import { CopyCorrected } from '../claims/copy-corrected.tsx';
import { MarkedText } from '../claims/marked-text.tsx';
import { SummaryLine } from '../claims/summary-line.tsx';
import { FailureNote, type WaysOut } from '../shell/failure-note.tsx';
import { texts } from '../texts.ts';
import type { Message } from './conversation.ts';
import { CopyButton } from './copy-button.tsx';

// Asked for at once, and read after the page has been drawn: it is there before an answer is.
const answerText = import('./answer-text.tsx');
const AnswerText = lazy(() => answerText.then((module) => ({ default: module.AnswerText })));

export const Question = memo(function Question({
  message,
  claims,
  onEdit,
}: {
  message: Message;
  claims: readonly ShownClaim[];
  onEdit: (id: string, text: string) => void;
}): ReactElement {
  const [draft, setDraft] = useState<string>();
  const words = texts.chat;
  if (draft !== undefined) {
    const send = (): void => {
      if (draft.trim() === '') return;
      setDraft(undefined);
      onEdit(message.id, draft.trim());
    };
    return (
      <article className="message question editing">
        <Input.TextArea
          aria-label={words.editLabel}
          autoFocus
          autoSize={{ minRows: 2, maxRows: 12 }}
          value={draft}
          onChange={(event) => setDraft(event.target.value)}
          onKeyDown={(event) => {
            if (event.key === 'Escape') setDraft(undefined);
            if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
            event.preventDefault();
            send();
          }}
        />
        <div className="message-tools">
          <Button size="small" onClick={() => setDraft(undefined)}>
            {words.cancel}
          </Button>
          <Button size="small" type="primary" onClick={send}>
            {words.editSend}
          </Button>
        </div>
      </article>
    );
  }
  return (
    <article className="message question" aria-label={words.you}>
      <div className="bubble">
        <MarkedText text={message.text} claims={claims} />
      </div>
      <div className="message-tools">
        <CopyButton text={message.text} label={words.copy} />
        <Tooltip title={words.edit}>
          <Button
            type="text"
            size="small"
            icon={<EditOutlined aria-hidden />}
            aria-label={words.edit}
            onClick={() => setDraft(message.text)}
          />
        </Tooltip>
      </div>
    </article>
  );
});

export interface AnswerProps {
  readonly message: Message;
  readonly modelName: string;
  readonly claims: readonly ShownClaim[];
  /** The claims of the question and the answer. */
  readonly all: readonly ShownClaim[];
  readonly last: boolean;
  readonly onRetry: () => void;
  readonly onOpenClaims: (id: string) => void;
  readonly ways: WaysOut;
}

export const Answer = memo(function Answer(props: AnswerProps): ReactElement {
  const { message, modelName, claims, all, last, onRetry, onOpenClaims, ways } = props;
  const words = texts.chat;
  const open = message.status === 'waiting' || message.status === 'writing';
  const pending = all.some(({ state }) => state === 'waiting' || state === 'checking');
  return (
    <article className="message answer" aria-label={modelName} aria-busy={open} data-status={message.status}>
      <header className="answer-head">
        <span className="answer-model">{modelName}</span>
        {open ? (
          <span className="faint working">
            <span className="dots" aria-hidden="true">
              <i />
              <i />
              <i />
            </span>
            {message.status === 'waiting' ? words.waiting : pending ? words.checking : words.writing}
          </span>
        ) : null}
      </header>
      {message.text === '' ? null : (
        <Suspense fallback={<div className="marked-text">{message.text}</div>}>
          <AnswerText text={message.text} claims={claims} growing={open} />
        </Suspense>
      )}
      {message.status === 'done' && message.text === '' ? <p className="faint">{words.emptyAnswer}</p> : null}
      <Ending message={message} />
      {message.failure === undefined ? null : <FailureNote facts={message.failure} ways={ways} />}
      <SummaryLine claims={all} metadata={message.metadata} onOpen={() => onOpenClaims(message.id)} />
      {open ? null : (
        <div className="message-tools">
          {message.text === '' ? null : <CopyButton text={message.text} label={words.copy} />}
          <CopyCorrected metadata={message.metadata} />
          {last ? (
            <Tooltip title={words.retry}>
              <Button
                type="text"
                size="small"
                icon={<ReloadOutlined aria-hidden />}
                aria-label={words.retry}
                onClick={onRetry}
              />
            </Tooltip>
          ) : null}
          {message.usage === undefined ? null : (
            <span className="faint small">
              {words.tokens(message.usage.completion_tokens, message.metadata?.usage?.total_tokens ?? 0)}
            </span>
          )}
        </div>
      )}
    </article>
  );
});

/** How an answer ended, where that is not of its own accord. */
function Ending({ message }: { message: Message }): ReactElement | null {
  const { chat } = texts;
  let words: string | undefined;
  if (message.status === 'stopped') words = chat.stopped;
  else if (message.status === 'failed' && message.text !== '') words = chat.cut;
  else if (message.finish === 'length') words = chat.length;
  else if (message.finish === 'content_filter') words = chat.filtered;
  return words === undefined ? null : <p className="ending">{words}</p>;
}
