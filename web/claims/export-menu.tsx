import { DownloadOutlined } from '@ant-design/icons';
import { Button, Dropdown } from 'antd';
import type { ReactElement } from 'react';
import { saveFile } from '../shell/save-file.ts';
import { texts } from '../texts.ts';
import { isUnchecked } from './claim-state.ts';
import type { CheckedText } from './report-facts.ts';
import { EXPORTS, writeExport } from './write-export.ts';

/** A checked text as a file, in the form that is wanted. */
export function ExportMenu({ of, disabled }: { of: CheckedText; disabled: boolean }): ReactElement {
  const { export: label, exports: names } = texts.check;
  const reviewed = !of.claims.every(isUnchecked);
  const items = EXPORTS.map((key) => ({
    key,
    label: names[key],
    disabled: key === 'review' && !reviewed,
    onClick: () => saveFile(...writeExport(key, of, new Date())),
  }));
  return (
    <Dropdown
      trigger={['click']}
      disabled={disabled}
      menu={{ items: items.toSpliced(1, 0, { type: 'divider' } as never) }}
    >
      <Button icon={<DownloadOutlined aria-hidden />}>{label}</Button>
    </Dropdown>
  );
}
