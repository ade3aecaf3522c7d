import { type ReactElement, useEffect, useRef } from 'react';
import { createPortal } from 'react-dom';
import { readFacts } from '../claims/report-facts.ts';
import { REPORT_STYLE } from '../claims/report-style.ts';
import { writeReportBody } from '../claims/write-report.ts';
import { getCheck } from './check-store.ts';
import { toReport } from './report-of-check.ts';
import './print.css';

/** What is printed in the view's stead, once there are claims: the report, whole, however much of the view is drawn. */
export function PrintedReport(): ReactElement {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    let title = '';
    const fill = (): void => {
      const host = place.current;
      const check = getCheck();
      if (host === null || check.found.claims.length === 0) return;
      const root = host.shadowRoot ?? host.attachShadow({ mode: 'open' });
      const checked = toReport(check);
      const facts = readFacts(checked, new Date());
      root.innerHTML = `<style>${REPORT_STYLE}</style>${writeReportBody(checked, facts)}`;
      host.dataset.filled = 'true';
      // What the browser proposes as the name of the file.
      title = document.title;
      document.title = facts.title;
    };
    const empty = (): void => {
      const host = place.current;
      if (host?.dataset.filled === undefined) return;
      delete host.dataset.filled;
      host.shadowRoot?.replaceChildren();
      document.title = title;
    };
    addEventListener('beforeprint', fill);
    addEventListener('afterprint', empty);
    return () => {
      removeEventListener('beforeprint', fill);
      removeEventListener('afterprint', empty);
    };
  }, []);
  return createPortal(<div ref={place} className="printed-report" />, document.body);
}
