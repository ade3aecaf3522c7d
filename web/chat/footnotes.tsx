import {
  createContext,
  type MouseEvent,
  type ReactElement,
  type ReactNode,
  useContext,
  useId,
  useMemo,
} from 'react';
import { texts } from '../texts.ts';
import type { Block } from './split-blocks.ts';

/** The footnotes of one answer: another on the page may have the same names. */
interface Notes {
  readonly names: readonly string[];
  readonly idOf: (name: string) => string;
  /** For each, the link that was followed to it. */
  readonly cameFrom: Map<string, HTMLElement>;
}

export const NotesContext = createContext<Notes>({ names: [], idOf: () => '', cameFrom: new Map() });

/** The same as before as long as an answer that grows has no more of them. */
export function useNotes(blocks: readonly Block[]): Notes {
  const answer = useId();
  const key = JSON.stringify([...new Set(blocks.flatMap(({ notes }) => notes ?? []))]);
  return useMemo(() => {
    const names = JSON.parse(key) as string[];
    return { names, idOf: (name) => `note-${answer}-${names.indexOf(name)}`, cameFrom: new Map() };
  }, [answer, key]);
}

/** A reference; what refers to nothing stays text. The address within the page is the view's, so none is gone to. */
export function NoteLink({ name }: { name: string }): ReactElement {
  const { names, idOf, cameFrom } = useContext(NotesContext);
  if (!names.includes(name)) return <span>[^{name}]</span>;
  const follow = (event: MouseEvent<HTMLElement>): void => {
    event.preventDefault();
    cameFrom.set(name, event.currentTarget);
    document.getElementById(idOf(name))?.focus();
  };
  return (
    <a className="note-link" href={`#${idOf(name)}`} aria-label={texts.chat.footnote(name)} onClick={follow}>
      {name}
    </a>
  );
}

export function Footnote({ name, children }: { name: string; children?: ReactNode }): ReactElement {
  const { idOf, cameFrom } = useContext(NotesContext);
  const goBack = (event: MouseEvent<HTMLElement>): void => {
    const first = event.currentTarget
      .closest('.answer-text')
      ?.querySelector<HTMLElement>(`a[href="#${idOf(name)}"]`);
    (cameFrom.get(name) ?? first)?.focus();
  };
  return (
    <div className="footnote">
      <span className="footnote-name" id={idOf(name)} tabIndex={-1}>
        <span className="unseen">{texts.chat.footnote(name)}</span>
        <span aria-hidden="true">{name}</span>
      </span>
      <div className="footnote-text">{children}</div>
      <button
        type="button"
        className="footnote-back"
        aria-label={texts.chat.backToText(name)}
        onClick={goBack}
      >
        ↩
      </button>
    </div>
  );
}
