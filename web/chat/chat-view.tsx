import { type ReactElement, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useViewClaims, ViewClaimsContext } from '../claims/claim-mark.tsx';
import type { ShownClaim } from '../claims/claim-state.ts';
import { VerdictAnnouncer } from '../claims/verdict-announcer.tsx';
import { NotHere } from '../shell/not-here.tsx';
import { useMedia } from '../shell/use-media.ts';
import { WhereTextsGo } from '../sources/where-texts-go.tsx';
import { keyKind, useKeys } from '../state/keys.ts';
import { useChoice, useModels } from '../state/models.ts';
import { texts } from '../texts.ts';
import { askChosen } from './ask-chosen.ts';
import { ClaimPanel, PanelPlace } from './claim-panel.tsx';
import { Composer } from './composer.tsx';
import { type Conversation, isOpen, isRunning, type Message, titleOf } from './conversation.ts';
import { KeysDialog, SettingsDrawer } from './dialogs.ts';
import { LimitNote } from './limit-note.tsx';
import { Messages } from './messages.tsx';
import { draftNameOf, startChat, useShown } from './open-conversations.ts';
import { retry } from './running-answers.ts';
import { Scroller } from './scroller.tsx';
import { showMessageClaims } from './show-message-claims.ts';

/** The chat: what is said, where the claims stand, and the evidence beside it. */
export function ChatView(): ReactElement {
  const shown = useShown();
  if (shown === 'missing')
    return <NotHere words={texts.chat} start={{ children: texts.chat.newChat, onClick: startChat }} />;
  if (shown === 'reading') return <div className="view-loading">{texts.loading}</div>;
  return <Chat conversation={shown} />;
}

function Chat({ conversation }: { conversation: Conversation }): ReactElement {
  const { id } = conversation;
  const running = isRunning(conversation);
  const [dialog, setDialog] = useState<'keys' | 'settings'>();
  const wide = useMedia('(min-width: 1180px)');
  const [panelOpen, setPanelOpen] = useState(wide);
  const openPanel = useCallback(() => setPanelOpen(true), []);
  const { shown, viewClaims, exchange, verifying, selected, setSelected, openClaims, hasClaims } =
    useConversationClaims(conversation, openPanel);
  const exchangeClaims = useMemo(
    () => [...exchange.question, ...exchange.answer],
    [exchange.question, exchange.answer],
  );
  // Nobody has pressed anything before it comes: what it needs has its place from the start.
  const isExample = conversation.example === true;
  const closeDialog = useCallback(() => setDialog(undefined), []);
  const ways = useMemo(
    () => ({
      key: () => setDialog('keys'),
      settings: () => setDialog('settings'),
      retry: () => askChosen((model) => retry(id, model)),
      fresh: startChat,
    }),
    [id],
  );
  return (
    <ViewClaimsContext value={viewClaims}>
      <div
        className={`chat${wide && panelOpen && hasClaims ? ' chat-with-panel' : ''}${isExample ? ' chat-example' : ''}`}
      >
        <section className="chat-main" aria-label={texts.chat.title}>
          {conversation.messages.length === 0 ? null : <h1 className="unseen">{titleOf(conversation)}</h1>}
          <Scroller follow={running} conversation={id}>
            <Messages conversation={conversation} shown={shown} ways={ways} onOpenClaims={openClaims} />
          </Scroller>
          <div className="composer-place">
            <SandboxNote onKeys={ways.key} />
            <LimitNote />
            <Composer
              conversation={id}
              draft={draftNameOf(conversation)}
              running={running}
              queues={running && conversation.example !== true}
              onKeys={ways.key}
              onSettings={ways.settings}
            />
            <WhereTextsGo view="chat" />
          </div>
        </section>
        <PanelPlace
          wide={wide}
          open={panelOpen}
          empty={!hasClaims && !isExample}
          onClose={() => setPanelOpen(false)}
        >
          <ClaimPanel {...exchange} selected={selected} onSelect={setSelected} />
        </PanelPlace>
      </div>
      <KeysDialog open={dialog === 'keys'} onClose={closeDialog} />
      <SettingsDrawer open={dialog === 'settings'} onClose={closeDialog} />
      <Announcer message={conversation.messages.at(-1)} />
      <VerdictAnnouncer key={exchange.answerId} claims={() => exchangeClaims} running={verifying} />
    </ViewClaimsContext>
  );
}

const NONE: readonly ShownClaim[] = [];

/**
 * The claims of each message, the one that is chosen, and what the panel shows.
 *
 * @param openPanel must stay the same.
 */
function useConversationClaims({ id: conversation, messages }: Conversation, openPanel: () => void) {
  const [selected, setSelected] = useState<string>();
  const [focused, setFocused] = useState<string>();
  // biome-ignore lint/correctness/useExhaustiveDependencies: another conversation begins with nothing chosen.
  useEffect(() => {
    setSelected(undefined);
    setFocused(undefined);
  }, [conversation]);
  const select = useCallback(
    (key: string) => {
      setSelected(key);
      openPanel();
    },
    [openPanel],
  );
  const openClaims = useCallback(
    (message: string) => {
      setSelected(undefined);
      setFocused(message);
      openPanel();
    },
    [openPanel],
  );
  useEffect(() => {
    if (selected === undefined) return;
    document.querySelector('.messages .claim-selected')?.scrollIntoView({ block: 'nearest' });
  }, [selected]);
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
  const { question, answer } = exchangeOf(messages, selected, focused);
  const exchange = {
    conversation,
    answerId: answer?.id,
    question: shown.get(question?.id ?? '') ?? NONE,
    answer: shown.get(answer?.id ?? '') ?? NONE,
    metadata: answer?.metadata,
    open: answer !== undefined && isOpen(answer),
  };
  const verifying = question?.verifying === true || answer?.verifying === true;
  return {
    shown,
    viewClaims,
    exchange,
    verifying,
    selected,
    setSelected,
    openClaims,
    hasClaims: groups.length > 0,
  };
}

/** The array of before where it holds the same. */
function useSame<T>(items: readonly T[]): readonly T[] {
  const known = useRef(items);
  if (known.current.length !== items.length || known.current.some((item, index) => item !== items[index])) {
    known.current = items;
  }
  return known.current;
}

/** The question and answer that the panel speaks of: those of the chosen claim, else the newest. */
function exchangeOf(messages: readonly Message[], selected: string | undefined, focused: string | undefined) {
  const id = selected?.slice(0, selected.indexOf(':')) ?? focused;
  const at = messages.findIndex((message) => message.id === id);
  const last = at === -1 ? messages.length - 1 : at;
  const answerAt = messages[last]?.role === 'user' ? last + 1 : last;
  return { question: messages[answerAt - 1], answer: messages[answerAt] };
}

function SandboxNote({ onKeys }: { onKeys: () => void }): ReactElement | null {
  const keys = useKeys();
  const choice = useChoice();
  const { failure } = useModels();
  // Until it is known whether there is a sandbox, its place is kept.
  if (choice === undefined && failure === undefined && Object.keys(keys.byProvider).length === 0)
    return (
      <div className="sandbox-note place-kept" aria-hidden>
        {texts.chat.sandboxNote}
      </div>
    );
  if (choice === undefined || keyKind(choice.provider, keys) !== 'sandbox') return null;
  return (
    <button type="button" className="sandbox-note" onClick={onKeys}>
      {texts.chat.sandboxNote}
    </button>
  );
}

/** Reports to a screen reader what happens, once, and not every word. */
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
