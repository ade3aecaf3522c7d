import { StyleProvider } from '@ant-design/cssinjs';
import { DownOutlined } from '@ant-design/icons';
import { ConfigProvider } from 'antd';
import { memo, type ReactElement, Suspense, useDeferredValue, useEffect, useLayoutEffect } from 'react';
import { ChatView } from '../chat/chat-view.tsx';
import { readShelf } from '../chat/conversation-shelf.ts';
import { keepDraftsOf } from '../chat/drafts.ts';
import { untouchedFresh, useShownTitle } from '../chat/open-conversations.ts';
import { say } from '../chat/running-answers.ts';
import { getKeys, keyKind } from '../state/keys.ts';
import { getChoice, readModels } from '../state/models.ts';
import { texts } from '../texts.ts';
import { CrashNote } from './crash-note.tsx';
import { Frame } from './frame.tsx';
import { keptStyles } from './kept-styles.ts';
import { lazyPart } from './lazy-part.ts';
import { NoSuchPage } from './no-such-page.tsx';
import { followTheme, useDark, useTheme } from './theme.ts';
import { UndoToasts } from './undo-toasts.tsx';
import { NEW_CHAT, type OperateSection, usePlace, type ViewName } from './views.ts';

const CheckView = lazyPart(async () => (await import('../check/check-view.tsx')).CheckView);
const EvaluateView = lazyPart(async () => (await import('../evaluate/evaluate-view.tsx')).EvaluateView);
const StatusView = lazyPart(async () => (await import('../status/status-view.tsx')).StatusView);
const UsageView = lazyPart(async () => (await import('../usage/usage-view.tsx')).UsageView);
const OperateView = lazyPart(async () => (await import('../operate/operate-view.tsx')).OperateView);

const VIEWS = {
  chat: ChatView,
  check: CheckView,
  evaluate: EvaluateView,
  status: StatusView,
  usage: UsageView,
  operate: OperateView,
} as const;

/** The arrow says nothing that the field's role does not. */
const SELECT = { suffixIcon: <DownOutlined aria-hidden /> };

export function App(): ReactElement {
  const dark = useDark();
  const { view, section } = usePlace();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the colours are those of what `useDark` said.
  useLayoutEffect(followTheme, [dark]);
  useEffect(() => void begin(view === 'chat'), [view]);
  const title = useTitle(view, section);
  useEffect(() => {
    document.title = `${title} – ${texts.brand}`;
  }, [title]);
  return (
    <StyleProvider cache={keptStyles}>
      <ConfigProvider theme={useTheme(dark)} button={{ autoInsertSpace: false }} select={SELECT}>
        <Frame view={view}>
          <Shown view={useDeferredValue(view)} />
        </Frame>
        <UndoToasts />
      </ConfigProvider>
    </StyleProvider>
  );
}

/** A long conversation or text takes a while to draw: meanwhile the view before stays, and answers. */
const Shown = memo(function Shown({ view }: { readonly view: ViewName | undefined }): ReactElement {
  const View = view === undefined ? NoSuchPage : VIEWS[view];
  return (
    <CrashNote key={view}>
      <Suspense fallback={<div className="view-loading">{texts.loading}</div>}>
        <View />
      </Suspense>
    </CrashNote>
  );
});

/** In the chat, the name of the conversation that is shown. */
function useTitle(view: ViewName | undefined, section: OperateSection | undefined): string {
  const name = useShownTitle();
  if (view === undefined) return texts.noSuchPage.title;
  if (section !== undefined) return `${texts.operate.sections[section]} – ${texts.views.operate}`;
  return view === 'chat' && name !== '' ? name : texts.views[view];
}

let opened: ReturnType<typeof open> | undefined;
let greeted = false;

/** What every view needs. @returns the conversations that are kept. */
async function open() {
  const [kept] = await Promise.all([readShelf(), readModels()]);
  keepDraftsOf(new Set([NEW_CHAT, ...kept.map(({ id }) => id)]));
  return kept;
}

/** @param inChat whether the chat is what is looked at. */
async function begin(inChat: boolean): Promise<void> {
  opened ??= open();
  if (!inChat || greeted) return;
  greeted = true;
  greet(await opened);
}

/** The first look at the chat begins with an example that answers at once, where there is a sandbox to answer it. */
function greet(kept: Awaited<ReturnType<typeof open>>): void {
  const choice = getChoice();
  if (kept.length > 0 || keyKind(choice?.provider, getKeys()) !== 'sandbox' || choice === undefined) return;
  if (Object.keys(getKeys().byProvider).length > 0) return;
  const blank = untouchedFresh();
  if (blank === undefined) return;
  say(
    blank,
    texts.chat.firstExample,
    { provider: choice.provider, id: choice.model.model_id },
    { example: true },
  );
}
