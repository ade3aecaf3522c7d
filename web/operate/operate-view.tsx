/** The gateway's console, for those who run it: people who have signed in, or with an admin key. */
import { type ComponentType, type ReactElement, Suspense } from 'react';
import { lazyPart } from '../shell/lazy-part.ts';
import { addressOfSection, OPERATE_SECTIONS, type OperateSection, usePlace } from '../shell/views.ts';
import { useAdminKey, useMayChange } from '../state/admin-key.ts';
import { texts } from '../texts.ts';
import { Entrance } from './entrance.tsx';
import { OperatorHead } from './operator-head.tsx';
import { OverviewSection } from './overview-section.tsx';
import '../status/status.css';
import './operate.css';

const { operate: words } = texts;

type Section = ComponentType<{ readonly adminKey: string }>;

/** What each section shows, to an operator whose key was accepted. */
const SECTIONS: Readonly<Record<OperateSection, Section>> = {
  overview: OverviewSection,
  keys: lazyPart(async () => (await import('./keys-section.tsx')).KeysSection),
  corpus: lazyPart(async () => (await import('./corpus-section.tsx')).CorpusSection),
  traffic: lazyPart(async () => (await import('./traffic-section.tsx')).TrafficSection),
  reports: lazyPart(async () => (await import('./reports-section.tsx')).ReportsSection),
  sources: lazyPart(async () => (await import('./sources-section.tsx')).SourcesSection),
};

export function OperateView(): ReactElement {
  const { section = 'overview' } = usePlace();
  const { key } = useAdminKey();
  const mayChange = useMayChange();
  const Shown = SECTIONS[section];
  return (
    <div className="page">
      <div className="page-inner">
        <header className="page-head">
          <h1 className="page-title">{words.title}</h1>
          <OperatorHead />
        </header>
        {key === undefined ? (
          <Entrance />
        ) : (
          <>
            <nav className="operate-sections" aria-label={words.sections.label}>
              {OPERATE_SECTIONS.map((name) => (
                <a
                  key={name}
                  href={addressOfSection(name)}
                  aria-current={name === section ? 'page' : undefined}
                >
                  {words.sections[name]}
                </a>
              ))}
            </nav>
            {mayChange ? null : <p className="faint small">{words.signIn.viewer}</p>}
            <Suspense fallback={<p className="faint">{texts.loading}</p>}>
              <Shown adminKey={key} />
            </Suspense>
          </>
        )}
      </div>
    </div>
  );
}
