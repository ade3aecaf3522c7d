import { DownloadOutlined } from '@ant-design/icons';
import { Button, Dropdown, type MenuProps } from 'antd';
import type { ReactElement } from 'react';
import { saveFile } from '../shell/save-file.ts';
import { texts } from '../texts.ts';
import { finalState } from './person-decision.ts';
import type { CheckedText } from './report-facts.ts';
import { EXPORTS, writeExport } from './write-export.ts';

type Item = NonNullable<NonNullable<MenuProps['items']>[number]>;

/** A checked text as a file, in the form that is wanted. */
export function ExportMenu({ of, disabled }: { of: CheckedText; disabled: boolean }): ReactElement {
  const { export: label, exports: names } = texts.check;
  const reviewed = of.claims.some((claim) => finalState(claim) !== 'found');
  const items = EXPORTS.map(
    (key): Item => ({
      key,
      label: names[key],
      disabled: key === 'review' && !reviewed,
      onClick: () => saveFile(...writeExport(key, of, new Date())),
    }),
  );
  const print: Item = { key: 'print', label: texts.check.print, onClick: () => window.print() };
  return (
    <Dropdown
      trigger={['click']}
      disabled={disabled}
      menu={{ items: [items[0] as Item, print, { type: 'divider' }, ...items.slice(1)] }}
    >
      <Button icon={<DownloadOutlined aria-hidden />}>{label}</Button>
    </Dropdown>
  );
}
