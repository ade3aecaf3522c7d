import {
  ApiOutlined,
  ArrowRightOutlined,
  BarChartOutlined,
  ControlOutlined,
  DashboardOutlined,
  DatabaseOutlined,
  DesktopOutlined,
  FileSearchOutlined,
  LineChartOutlined,
  MenuOutlined,
  MessageOutlined,
  MoonOutlined,
  PlusOutlined,
  SunOutlined,
} from '@ant-design/icons';
import { Button, Drawer, Segmented } from 'antd';
import { type ReactElement, type ReactNode, Suspense, useEffect, useRef, useState } from 'react';
import { ConversationMenu } from '../chat/conversation-menu.tsx';
import { startChat } from '../chat/open-conversations.ts';
import { useAdminKey } from '../state/admin-key.ts';
import { useKeys } from '../state/keys.ts';
import { changeSettings, useSettings } from '../state/settings.ts';
import { texts } from '../texts.ts';
import { lazyPart } from './lazy-part.ts';
import { useMedia } from './use-media.ts';
import { addressOf, VIEW_NAMES, type ViewName } from './views.ts';
import { whenOpened } from './when-opened.tsx';

const ICONS: Readonly<Record<ViewName, ReactElement>> = {
  chat: <MessageOutlined aria-hidden />,
  check: <FileSearchOutlined aria-hidden />,
  evaluate: <BarChartOutlined aria-hidden />,
  status: <DashboardOutlined aria-hidden />,
  usage: <LineChartOutlined aria-hidden />,
  operate: <ControlOutlined aria-hidden />,
};

/** Checks have a list of their own, which comes with the code of their view. */
const CheckMenu = lazyPart(async () => (await import('../check/check-menu.tsx')).CheckMenu);

const startCheck = (): void => void import('../check/open-check.ts').then(({ openNew }) => openNew());

/** What is begun anew in a view. */
const beginIn = (view: ViewName | undefined) =>
  view === 'check'
    ? { label: texts.check.newCheck, begin: startCheck }
    : { label: texts.chat.newChat, begin: startChat };

const DataDialog = whenOpened(() => import('../data/data-dialog.tsx').then((module) => module.DataDialog));

const THEME_ICONS = {
  system: <DesktopOutlined aria-hidden />,
  light: <SunOutlined aria-hidden />,
  dark: <MoonOutlined aria-hidden />,
} as const;

/** What stands around every view: at the side where there is room, in a drawer on a phone. */
export function Frame({ view, children }: { view: ViewName | undefined; children: ReactNode }): ReactElement {
  const wide = useMedia('(min-width: 860px)');
  const [open, setOpen] = useState(false);
  /** Whether the menu was closed by going somewhere, and not by leaving it. */
  const gone = useRef(false);
  const close = (): void => setOpen(false);
  const leave = (): void => {
    gone.current = true;
    close();
    enterMain();
  };
  useFocusOnView(view);
  const fresh = beginIn(view);
  return (
    <div className="frame">
      <button type="button" className="skip" onClick={enterMain}>
        {texts.skip}
      </button>
      {wide ? (
        <div className="side">
          <Side view={view} onLeave={leave} />
        </div>
      ) : (
        <header className="top">
          <Button
            type="text"
            icon={<MenuOutlined aria-hidden />}
            aria-label={texts.openMenu}
            onClick={() => {
              gone.current = false;
              setOpen(true);
            }}
          />
          <span className="top-title">{view === undefined ? texts.brand : texts.views[view]}</span>
          <Button
            type="text"
            icon={<PlusOutlined aria-hidden />}
            aria-label={fresh.label}
            onClick={fresh.begin}
          />
        </header>
      )}
      {wide ? null : (
        <Drawer
          open={open}
          onClose={close}
          placement="left"
          size={300}
          closable={false}
          focusable={{ focusTriggerAfterClose: !gone.current }}
          afterOpenChange={(shown) => {
            if (!shown && gone.current) enterMain();
          }}
          aria-label={texts.navigation}
          classNames={{ body: 'side-drawer' }}
        >
          <Side view={view} onLeave={leave} />
        </Drawer>
      )}
      <main id="main" tabIndex={-1} aria-label={view === undefined ? texts.brand : texts.views[view]}>
        {children}
      </main>
    </div>
  );
}

/** Unless something within has the focus already: where one writes, say. */
function enterMain(): void {
  requestAnimationFrame(() => {
    const main = document.getElementById('main');
    if (main?.contains(document.activeElement) === false) main.focus({ preventScroll: true });
  });
}

/** Another view's content is where the next press of a key should be; the first view decides that itself. */
function useFocusOnView(view: ViewName | undefined): void {
  const before = useRef(view);
  useEffect(() => {
    if (before.current !== view) enterMain();
    before.current = view;
  }, [view]);
}

function Side({ view, onLeave }: { view: ViewName | undefined; onLeave: () => void }): ReactElement {
  const { theme } = useSettings();
  const { theme: words } = texts;
  const fresh = beginIn(view);
  const isShown: Readonly<Partial<Record<ViewName, boolean>>> = {
    usage: Object.keys(useKeys().byProvider).length > 0,
    operate: useAdminKey().key !== undefined,
  };
  const [dataOpen, setDataOpen] = useState(false);
  return (
    <>
      <div className="brand">
        <img src="/icon.svg" alt="" width="28" height="28" />
        <span>{texts.brand}</span>
      </div>
      <Button
        block
        icon={<PlusOutlined aria-hidden />}
        onClick={() => {
          fresh.begin();
          onLeave();
        }}
      >
        {fresh.label}
      </Button>
      <nav aria-label={texts.navigation}>
        {VIEW_NAMES.filter((name) => isShown[name] ?? true).map((name) => (
          <a
            key={name}
            href={addressOf(name)}
            aria-current={name === view ? 'page' : undefined}
            onClick={onLeave}
          >
            {ICONS[name]}
            {texts.views[name]}
          </a>
        ))}
        <a href="/docs/">
          <ApiOutlined aria-hidden />
          {texts.apiReference}
          <ArrowRightOutlined aria-hidden className="away" />
        </a>
      </nav>
      {view === 'check' ? (
        <Suspense fallback={<div className="shelf" />}>
          <CheckMenu onLeave={onLeave} />
        </Suspense>
      ) : (
        <ConversationMenu onLeave={onLeave} />
      )}
      <Button
        type="text"
        size="small"
        className="side-data"
        icon={<DatabaseOutlined aria-hidden />}
        onClick={() => setDataOpen(true)}
      >
        {texts.data.button}
      </Button>
      <DataDialog open={dataOpen} onClose={() => setDataOpen(false)} />
      <Segmented
        block
        size="small"
        aria-label={words.label}
        value={theme}
        options={(['system', 'light', 'dark'] as const).map((value) => ({
          value,
          icon: THEME_ICONS[value],
          label: <span className="unseen">{words[value]}</span>,
          tooltip: words[value],
        }))}
        onChange={(value) => changeSettings({ theme: value })}
      />
    </>
  );
}
