import { DownOutlined } from '@ant-design/icons';
import { ConfigProvider } from 'antd';
import { type ComponentType, lazy, type ReactElement, Suspense, useEffect, useLayoutEffect } from 'react';
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
import { NoSuchPage } from './no-such-page.tsx';
import { NotLoaded } from './not-loaded.tsx';
import { followTheme, useDark, useTheme } from './theme.ts';
import { UndoToasts } from './undo-toasts.tsx';
import { NEW_CHAT, usePlace, type ViewName } from './views.ts';

/** A view whose code is loaded when it is opened. */
const lazyView = (load: () => Promise<ComponentType>): ComponentType =>
  lazy(() =>
    load().then(
      (view) => ({ default: view }),
      () => ({ default: NotLoaded }),
    ),
  );

const CheckView = lazyView(async () => (await import('../check/check-view.tsx')).CheckView);
const EvaluateView = lazyView(async () => (await import('../evaluate/evaluate-view.tsx')).EvaluateView);
const StatusView = lazyView(async () => (await import('../status/status-view.tsx')).StatusView);

const OperateView = lazyView(async () => (await import('../operate/operate-view.tsx')).OperateView);

const VIEWS = {
  chat: ChatView,
  check: CheckView,
  evaluate: EvaluateView,
  status: StatusView,
  operate: OperateView,
} as const;

/** The arrow says nothing that the field's role does not. */
const SELECT = { suffixIcon: <DownOutlined aria-hidden /> };

export function App(): ReactElement {
  const dark = useDark();
  const { view } = usePlace();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the colours are those of what `useDark` said.
  useLayoutEffect(followTheme, [dark]);
  useEffect(() => void begin(), []);
  const title = useTitle(view);
  useEffect(() => {
    document.title = `${title} – ${texts.brand}`;
  }, [title]);
  const View = view === undefined ? NoSuchPage : VIEWS[view];
  return (
    <ConfigProvider theme={useTheme(dark)} button={{ autoInsertSpace: false }} select={SELECT}>
      <Frame view={view}>
        <CrashNote key={view}>
          <Suspense fallback={<div className="view-loading">{texts.loading}</div>}>
            <View />
          </Suspense>
        </CrashNote>
      </Frame>
      <UndoToasts />
    </ConfigProvider>
  );
}

/** In the chat, the name of the conversation that is shown. */
function useTitle(view: ViewName | undefined): string {
  const name = useShownTitle();
  if (view === undefined) return texts.noSuchPage.title;
  return view === 'chat' && name !== '' ? name : texts.views[view];
}

let begun = false;

/** The first visit begins with an example that answers at once, where there is a sandbox to answer it. */
async function begin(): Promise<void> {
  if (begun) return;
  begun = true;
  const [kept] = await Promise.all([readShelf(), readModels()]);
  keepDraftsOf(new Set([NEW_CHAT, ...kept.map(({ id }) => id)]));
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
