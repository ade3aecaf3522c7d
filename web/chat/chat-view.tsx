import { ArrowDownOutlined, CloseOutlined } from '@ant-design/icons';
import { Button, Drawer } from 'antd';
import {
  memo,
  type ReactElement,
  useCallback,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { ClaimList } from '../claims/claim-list.tsx';
import { useViewClaims, ViewClaimsContext } from '../claims/claim-mark.tsx';
import type { ShownClaim } from '../claims/claim-state.ts';
import { SummaryLine, VerdictBar } from '../claims/summary-line.tsx';
import { FailureNote } from '../shell/failure-note.tsx';
import { useMedia } from '../shell/use-media.ts';
import { useKeys } from '../state/keys.ts';
import { getChoice, readModels, useChoice, useModels } from '../state/models.ts';
import { texts } from '../texts.ts';
import { Composer } from './composer.tsx';
import {
  emptyConversation,
  isRunning,
  type Message,
  openConversation,
  retry,
  say,
  sayInstead,
  stop,
  useConversation,
} from './conversation.ts';
import { KeysDialog, SettingsDrawer } from './dialogs.ts';
import { Answer, Question } from './message-view.tsx';
import { showMessageClaims } from './show-message-claims.ts';

const NONE: readonly ShownClaim[] = [];

const send = (text: string): void => chosen((model) => say(text, model));

/** The array of before where it holds the same. */
function useSame<T>(items: readonly T[]): readonly T[] {
  const known = useRef(items);
  if (known.current.length !== items.length || known.current.some((item, index) => item !== items[index])) {
    known.current = items;
  }
  return known.current;
}

function chosen(use: (model: { provider: string; id: string }) => void): void {
  const choice = getChoice();
  if (choice !== undefined) use({ provider: choice.provider, id: choice.model.model_id });
}

/** The chat: what is said, where the claims stand, and the evidence beside it. */
export function ChatView(): ReactElement {
  const conversation = useConversation();
  const { messages } = conversation;
  const { list, failure } = useModels();
  const [dialog, setDialog] = useState<'keys' | 'settings'>();
  const [selected, setSelected] = useState<string>();
  const [focused, setFocused] = useState<string>();
  const wide = useMedia('(min-width: 1180px)');
  const [panelOpen, setPanelOpen] = useState(wide);

  // biome-ignore lint/correctness/useExhaustiveDependencies: another conversation begins with nothing chosen.
  useEffect(() => {
    setSelected(undefined);
    setFocused(undefined);
  }, [conversation.id]);

  const select = useCallback((key: string) => {
    setSelected(key);
    setPanelOpen(true);
  }, []);

  const shown = useMemo(
    () => new Map(messages.map((message) => [message.id, showMessageClaims(message)])),
    [messages],
  );
  // Text that grows leaves the claims as they are: nothing that shows them is drawn anew.
  const groups = useSame([...shown.values()].filter((claims) => claims.length > 0));
  const viewClaims = useViewClaims(
    useMemo(() => groups.flat(), [groups]),
    selected,
    select,
  );
  const closeDialog = useCallback(() => setDialog(undefined), []);
  const exchange = exchangeOf(messages, selected, focused);
  const openClaims = useCallback((id: string) => {
    setSelected(undefined);
    setFocused(id);
    setPanelOpen(true);
  }, []);

  const ways = useMemo(
    () => ({
      key: () => setDialog('keys'),
      settings: () => setDialog('settings'),
      retry: () => chosen(retry),
      fresh: () => openConversation(emptyConversation()),
    }),
    [],
  );
  const edit = useCallback((id: string, text: string) => chosen((model) => sayInstead(id, text, model)), []);
  const names = useMemo(
    () =>
      new Map(
        (list?.models_list ?? []).flatMap(({ available_models: models }) =>
          models.map(({ model_id: id, name }) => [id, name] as const),
        ),
      ),
    [list],
  );

  const panel = (
    <ClaimPanel
      question={exchange.question === undefined ? NONE : (shown.get(exchange.question.id) ?? NONE)}
      answer={exchange.answer === undefined ? NONE : (shown.get(exchange.answer.id) ?? NONE)}
      metadata={exchange.answer?.metadata}
      open={exchange.answer?.status === 'waiting' || exchange.answer?.status === 'writing'}
      selected={selected}
      onSelect={setSelected}
    />
  );
  const hasClaims = groups.length > 0;

  return (
    <ViewClaimsContext value={viewClaims}>
      <div className={`chat${wide && panelOpen && hasClaims ? ' chat-with-panel' : ''}`}>
        <section className="chat-main" aria-label={texts.chat.title}>
          <Scroller follow={isRunning(conversation)} conversation={conversation.id}>
            <div className="messages" role="log" aria-label={texts.chat.log} aria-live="off">
              {conversation.example === true ? (
                <p className="example-note">{texts.chat.exampleNote}</p>
              ) : null}
              {messages.length === 0 ? <Welcome onSay={send} /> : null}
              {messages.map((message, index) =>
                message.role === 'user' ? (
                  <Question
                    key={message.id}
                    message={message}
                    claims={shown.get(message.id) ?? NONE}
                    onEdit={edit}
                  />
                ) : (
                  <AnswerOf
                    key={message.id}
                    message={message}
                    modelName={names.get(message.model ?? '') ?? message.model ?? ''}
                    claims={shown.get(message.id) ?? NONE}
                    before={shown.get(messages[index - 1]?.id ?? '') ?? NONE}
                    last={index === messages.length - 1}
                    onRetry={ways.retry}
                    onOpenClaims={openClaims}
                    ways={ways}
                  />
                ),
              )}
              {failure === undefined ? null : (
                <FailureNote facts={failure} ways={{ key: ways.key, retry: () => void readModels() }} />
              )}
            </div>
          </Scroller>
          <div className="composer-place">
            <SandboxNote onKeys={ways.key} />
            <Composer
              running={isRunning(conversation)}
              onSend={send}
              onStop={stop}
              onKeys={ways.key}
              onSettings={ways.settings}
            />
          </div>
        </section>
        {wide ? (
          panelOpen && hasClaims ? (
            <aside className="claim-panel" aria-label={texts.claims.panel}>
              <header>
                <h2>{texts.claims.panel}</h2>
                <Button
                  type="text"
                  icon={<CloseOutlined aria-hidden />}
                  aria-label={texts.claims.close}
                  onClick={() => setPanelOpen(false)}
                />
              </header>
              {panel}
            </aside>
          ) : null
        ) : (
          <Drawer
            title={texts.claims.panel}
            open={panelOpen}
            onClose={() => setPanelOpen(false)}
            placement="right"
            size={420}
            classNames={{ body: 'claim-drawer' }}
          >
            {panel}
          </Drawer>
        )}
      </div>
      <KeysDialog open={dialog === 'keys'} onClose={closeDialog} />
      <SettingsDrawer open={dialog === 'settings'} onClose={closeDialog} />
      <Announcer message={messages.at(-1)} />
    </ViewClaimsContext>
  );
}

/** The question and answer that the panel speaks of: those of the chosen claim, else the newest. */
function exchangeOf(messages: readonly Message[], selected: string | undefined, focused: string | undefined) {
  const id = selected?.slice(0, selected.indexOf(':')) ?? focused;
  const at = messages.findIndex((message) => message.id === id);
  const last = at === -1 ? messages.length - 1 : at;
  const answerAt = messages[last]?.role === 'user' ? last + 1 : last;
  return { question: messages[answerAt - 1], answer: messages[answerAt] };
}

type AnswerOfProps = Omit<Parameters<typeof Answer>[0], 'all'> & { readonly before: readonly ShownClaim[] };

function AnswerOf({ before, ...props }: AnswerOfProps): ReactElement {
  const all = useMemo(() => [...before, ...props.claims], [before, props.claims]);
  return <Answer {...props} all={all} />;
}

function Welcome({ onSay }: { onSay: (text: string) => void }): ReactElement {
  const { chat } = texts;
  return (
    <div className="welcome">
      <h1>{chat.welcome}</h1>
      <p className="faint">{chat.welcomeMore}</p>
      <ul className="prompts" aria-label={chat.examplesTitle}>
        {chat.examples.map((example) => (
          <li key={example}>
            <button type="button" onClick={() => onSay(example)}>
              {example}
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}

function SandboxNote({ onKeys }: { onKeys: () => void }): ReactElement | null {
  const { byProvider, sandbox } = useKeys();
  const choice = useChoice();
  if (sandbox !== true || choice === undefined || byProvider[choice.provider] !== undefined) return null;
  return (
    <button type="button" className="sandbox-note" onClick={onKeys}>
      {texts.chat.sandboxNote}
    </button>
  );
}

const ClaimPanel = memo(function ClaimPanel({
  question,
  answer,
  metadata,
  open,
  selected,
  onSelect,
}: {
  question: readonly ShownClaim[];
  answer: readonly ShownClaim[];
  metadata: Message['metadata'];
  open: boolean;
  selected: string | undefined;
  onSelect: (key: string) => void;
}): ReactElement {
  const { claims: words } = texts;
  if (question.length + answer.length === 0) {
    return <p className="faint panel-empty">{open ? words.noneYet : words.none}</p>;
  }
  return (
    <div className="panel-body">
      <VerdictBar claims={[...question, ...answer]} />
      <SummaryLine claims={[...question, ...answer]} metadata={metadata} />
      {question.length === 0 ? null : (
        <>
          <h3>{words.yours}</h3>
          <ClaimList claims={question} selected={selected} onSelect={onSelect} />
        </>
      )}
      {answer.length === 0 ? null : (
        <>
          <h3>{words.answers}</h3>
          <ClaimList claims={answer} selected={selected} onSelect={onSelect} />
        </>
      )}
      {metadata === undefined || metadata.mode !== 'verify' ? null : (
        <p className="faint small">
          {words.confidence(metadata.confidence_score, metadata.calibrated !== false)}
        </p>
      )}
    </div>
  );
});

/** Stays at the end while an answer grows, unless the reader has scrolled away. */
function Scroller({
  follow,
  conversation,
  children,
}: {
  follow: boolean;
  conversation: string;
  children: ReactElement;
}): ReactElement {
  const box = useRef<HTMLElement>(null);
  const atEnd = useRef(true);
  const [away, setAway] = useState(false);
  const toEnd = useCallback(() => {
    const element = box.current;
    if (element !== null) element.scrollTop = element.scrollHeight;
  }, []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another conversation is shown from its end.
  useLayoutEffect(() => {
    atEnd.current = true;
    setAway(false);
    toEnd();
  }, [conversation, toEnd]);
  useEffect(() => {
    const inner = box.current?.firstElementChild;
    if (inner == null) return;
    const observer = new ResizeObserver(() => {
      if (atEnd.current) toEnd();
    });
    observer.observe(inner);
    return () => observer.disconnect();
  }, [toEnd]);
  useEffect(() => {
    if (!follow) return;
    atEnd.current = true;
    toEnd();
  }, [follow, toEnd]);
  return (
    <div className="scroll-place">
      {/* biome-ignore-start lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard. */}
      <section
        ref={box}
        className="scroll"
        tabIndex={0}
        aria-label={texts.chat.log}
        onScroll={({ currentTarget: { scrollHeight, scrollTop, clientHeight } }) => {
          atEnd.current = scrollHeight - scrollTop - clientHeight < 48;
          setAway(!atEnd.current);
        }}
      >
        {children}
      </section>
      {/* biome-ignore-end lint/a11y/noNoninteractiveTabindex: as above. */}
      {away ? (
        <Button
          className="to-end"
          shape="circle"
          icon={<ArrowDownOutlined aria-hidden />}
          aria-label={texts.chat.toBottom}
          onClick={() => {
            atEnd.current = true;
            toEnd();
          }}
        />
      ) : null}
    </div>
  );
}

/** Tells a screen reader what happens, once, and not every word. */
function Announcer({ message }: { message: Message | undefined }): ReactElement {
  const { chat } = texts;
  let said = '';
  if (message?.role === 'assistant') {
    if (message.status === 'waiting') said = chat.waiting;
    else if (message.status === 'writing') said = chat.writing;
    else if (message.status === 'stopped') said = chat.stopped;
    else if (message.status === 'done') said = message.text.slice(0, 2_000);
  }
  return (
    <div className="unseen" role="status">
      {said}
    </div>
  );
}
