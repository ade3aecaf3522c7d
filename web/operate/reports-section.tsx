/** What callers have published or share: reports to be read and removed, shared checks to be removed. */
import type { ReactElement } from 'react';
import { readReports, readSharedChecks, removeReport, removeSharedCheck } from '../api/admin-reports.ts';
import { texts } from '../texts.ts';
import { RemovableList } from './removable-list.tsx';

const { operateReports, operateShared } = texts;

export function ReportsSection({ adminKey }: { adminKey: string }): ReactElement {
  return (
    <>
      <RemovableList
        adminKey={adminKey}
        words={operateReports}
        read={(key, { after }, signal) => readReports(key, after, signal)}
        remove={removeReport}
        nameOf={({ title, id }) => (title === '' ? id : title)}
        factsOf={({ claims, created, maker }) => operateReports.facts(claims, new Date(created), maker)}
        addressOf={({ path }) => path}
      />
      <RemovableList
        adminKey={adminKey}
        words={operateShared}
        read={(key, { after }, signal) => readSharedChecks(key, after, signal)}
        remove={removeSharedCheck}
        nameOf={({ id }) => id}
        factsOf={({ claims, created, changed, maker }) =>
          operateShared.facts(claims, new Date(created), new Date(changed), maker)
        }
      />
    </>
  );
}
