import { Button } from 'antd';
import type { ReactElement } from 'react';
import { texts } from '../texts.ts';

/**
 * Leads through a list page by page; nothing where there is one page.
 * @param pages where each page up to the one that is shown begins.
 * @param next where the next one does; `null` on the last one.
 */
export function Pager({
  pages,
  next,
  onPages,
}: {
  pages: readonly string[];
  next: string | null;
  onPages: (pages: readonly string[]) => void;
}): ReactElement | null {
  const { pager: words } = texts.operate;
  if (pages.length === 1 && next === null) return null;
  return (
    <nav className="operate-ways" aria-label={words.label}>
      <Button disabled={pages.length === 1} onClick={() => onPages(pages.slice(0, -1))}>
        {words.before}
      </Button>
      <Button disabled={next === null} onClick={() => next !== null && onPages([...pages, next])}>
        {words.next}
      </Button>
    </nav>
  );
}
