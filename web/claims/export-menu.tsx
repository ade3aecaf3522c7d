import { DownloadOutlined } from '@ant-design/icons';
import { Button, Dropdown, type MenuProps } from 'antd';
import { type ReactElement, useState } from 'react';
import { saveFile } from '../shell/save-file.ts';
import { texts } from '../texts.ts';
import { finalState } from './person-decision.ts';
import type { CheckedText } from './report-facts.ts';
import { EXPORTS, writeExport } from './write-export.ts';
import { missingInReviews } from './write-review.ts';

type Item = NonNullable<NonNullable<MenuProps['items']>[number]>;

/** A checked text as a file, in the form that is wanted. */
export function ExportMenu({ of, disabled }: { of: CheckedText; disabled: boolean }): ReactElement {
  const { export: label, exports: names } = texts.check;
  const reviewed = of.claims.some((claim) => finalState(claim) !== 'found');
  const [lacks, setLacks] = useState<ReturnType<typeof missingInReviews>>([]);
  const items = EXPORTS.map(
    (key): Item => ({
      key,
      label: key === 'review' && lacks.length > 0 ? <Lacking name={names[key]} lacks={lacks} /> : names[key],
      disabled: key === 'review' && !reviewed,
      onClick: () => saveFile(...writeExport(key, of, new Date())),
    }),
  );
  const [docx, setDocx] = useState<'none' | 'busy' | 'failed'>('none');
  const saveAsDocx = async (): Promise<void> => {
    setDocx('busy');
    try {
      const { saveDocx } = await import('./save-docx.ts');
      await saveDocx(of, new Date());
      setDocx('none');
    } catch {
      setDocx('failed');
    }
  };
  const word: Item = { key: 'docx', label: names.docx, onClick: () => void saveAsDocx() };
  const print: Item = { key: 'print', label: texts.check.print, onClick: () => window.print() };
  return (
    <>
      <Dropdown
        trigger={['click']}
        disabled={disabled}
        onOpenChange={(open) => open && setLacks(missingInReviews(of))}
        menu={{ items: [items[0] as Item, print, word, { type: 'divider' }, ...items.slice(1)] }}
      >
        <Button icon={<DownloadOutlined aria-hidden />} loading={docx === 'busy'}>
          {label}
        </Button>
      </Dropdown>
      {docx === 'failed' ? (
        <p role="alert" className="small">
          {texts.check.docxFailed}
        </p>
      ) : null}
    </>
  );
}

/** Said before it is exported: afterwards nobody looks. */
function Lacking({ name, lacks }: { name: string; lacks: readonly ('url' | 'author')[] }): ReactElement {
  return (
    <>
      {name}
      <div className="faint small export-lacks">{texts.check.reviewLacks(lacks)}</div>
    </>
  );
}
