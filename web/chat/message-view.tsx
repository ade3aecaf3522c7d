import { EditOutlined, ReloadOutlined } from '@ant-design/icons';
import { Button, Tooltip } from 'antd';
import { lazy, memo, type ReactElement, Suspense } from 'react';
import { isPending, type ShownClaim } from '../claims/claim-state.ts';
import { CopyCorrected } from '../claims/copy-corrected.tsx';
import { MarkedText } from '../claims/marked-text.tsx';
import { SummaryLine } from '../claims/summary-line.tsx';
import { FailureNote, type WaysOut } from '../shell/failure-note.tsx';
import { texts } from '../texts.ts';
import { AttachmentList } from './attachment-list.tsx';
import { isOpen, isUnfinished, type Message } from './conversation.ts';
import { CopyButton } from './copy-button.tsx';
import { EditQuestion } from './edit-question.tsx';
import { VersionSwitch } from './version-switch.tsx';

// Asked for at once, and read after the page has been drawn: it is there before an answer is.
const answerText = import('./answer-text.tsx');
const AnswerText = lazy(() => answerText.then((module) => ({ default: module.AnswerText })));

export const Question = memo(function Question({
  message,
  claims,
  draft,
  busy,
  onDraft,
  onSend,
  onVersion,
}: {
  message: Message;
  claims: readonly ShownClaim[];
  /** What is to stand instead, while it is being edited. */
  draft: string | undefined;
  /** Whether an answer is being written. */
  busy: boolean;
  onDraft: (id: string, draft: string | undefined) => void;
  onSend: (id: string, text: string) => void;
  onVersion: (id: string, version: number) => void;
}): ReactElement {
  const words = texts.chat;
  const { id, text } = message;
  if (draft !== undefined) {
    return (
      <EditQuestion
        draft={draft}
        busy={busy}
        onChange={(changed) => onDraft(id, changed)}
        onCancel={() => onDraft(id, undefined)}
        onSend={(changed) => onSend(id, changed)}
      />
    );
  }
  return (
    <article className="message question" aria-label={words.you}>
      <div className="bubble">
        <AttachmentList of={message} />
        <MarkedText text={text} claims={claims} />
      </div>
      <div className="message-tools">
        <CopyButton text={text} label={words.copy} />
        <Tooltip title={words.edit}>
          <Button
            type="text"
            size="small"
            icon={<EditOutlined aria-hidden />}
            aria-label={words.edit}
            onClick={() => onDraft(id, text)}
          />
        </Tooltip>
        <VersionSwitch message={message} disabled={busy} onChoose={onVersion} />
      </div>
    </article>
  );
});

interface AnswerProps {
  readonly message: Message;
  readonly modelName: string;
  readonly claims: readonly ShownClaim[];
  /** The claims of the question and the answer. */
  readonly all: readonly ShownClaim[];
  readonly last: boolean;
  /** Whether an answer is being written, this or another one. */
  readonly busy: boolean;
  readonly onRetry: () => void;
  readonly onContinue: () => void;
  readonly onVersion: (id: string, version: number) => void;
  readonly onOpenClaims: (id: string) => void;
  readonly ways: WaysOut;
}

export const Answer = memo(function Answer(props: AnswerProps): ReactElement {
  const { message, modelName, claims, all, last, busy, onRetry, onContinue, onVersion, onOpenClaims, ways } =
    props;
  const words = texts.chat;
  const open = isOpen(message);
  const pending = all.some(({ state }) => isPending(state));
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
      {message.thoughts === undefined ? null : (
        <details className="thoughts">
          <summary>{words.thoughts}</summary>
          <div dir="auto">{message.thoughts}</div>
        </details>
      )}
      {message.text === '' ? null : (
        <Suspense fallback={<div className="marked-text">{message.text}</div>}>
          <AnswerText text={message.text} claims={claims} growing={open} />
        </Suspense>
      )}
      {message.status === 'done' && message.text === '' ? <p className="faint">{words.emptyAnswer}</p> : null}
      <Ending message={message} onContinue={last ? onContinue : undefined} />
      {message.failure === undefined ? null : <FailureNote facts={message.failure} ways={ways} />}
      <SummaryLine claims={all} metadata={message.metadata} onOpen={() => onOpenClaims(message.id)} />
      <Grounded metadata={message.metadata} />
      {open ? null : (
        <div className="message-tools">
          {message.text === '' ? null : <CopyButton text={message.text} label={words.copy} />}
          <CopyCorrected metadata={message.metadata} />
          <VersionSwitch message={message} disabled={busy} onChoose={onVersion} />
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

/** How far the answer is borne out by what the question brought along. */
function Grounded({ metadata }: Pick<Message, 'metadata'>): ReactElement | null {
  const { score, statements = 0, unchecked = 0 } = metadata?.groundedness ?? {};
  if (typeof score !== 'number') return null;
  return <p className="faint small grounded">{texts.chat.grounded(score, statements - unchecked)}</p>;
}

/** How an answer ended, where that is not of its own accord, and the way to the rest of it. */
function Ending({
  message,
  onContinue,
}: {
  message: Message;
  onContinue: (() => void) | undefined;
}): ReactElement | null {
  const { chat } = texts;
  let words: string | undefined;
  if (message.status === 'stopped') words = chat.stopped;
  else if (message.status === 'failed' && message.text !== '') words = chat.cut;
  else if (message.status === 'done' && message.finish === 'length') words = chat.length;
  else if (message.status === 'done' && message.finish === 'content_filter') words = chat.filtered;
  if (words === undefined) return null;
  return (
    <p className="ending">
      {words}
      {onContinue === undefined || !isUnfinished(message) ? null : (
        <Button size="small" onClick={onContinue}>
          {chat.continue}
        </Button>
      )}
    </p>
  );
}
