import { Button, Input, Modal } from 'antd';
import { type ReactElement, useId } from 'react';
import type { CheckAbout, CheckedDocument } from '../claims/check-about.ts';
import { titleOfReport } from '../claims/report-facts.ts';
import type { Openable } from '../shell/when-opened.tsx';
import { changeSettings, useSettings } from '../state/settings.ts';
import { texts } from '../texts.ts';
import { changeAbout, getCheck, useCheck } from './check-store.ts';
import { withByline } from './report-of-check.ts';
import './report-dialog.css';

const { fields: words } = texts.report;

/** What a report says of itself and of the article; author and publisher are remembered for the next one. */
export function ReportDialog({ open, onClose }: Openable): ReactElement {
  const own = useCheck((check) => check.about);
  const about = withByline(own, useSettings());
  const { document = {} } = about;
  const { title: _given, ...untitled } = about;
  const put = (name: keyof CheckAbout & keyof typeof words.report, value: string): void => {
    if (name === 'author' || name === 'publisher') changeSettings({ [name]: value });
    changeAbout({ [name]: value === '' ? undefined : value });
  };
  const putArticle = (name: keyof CheckedDocument, value: string): void => {
    const { [name]: _before, ...others } = getCheck().about.document ?? {};
    changeAbout({ document: value === '' ? others : { ...others, [name]: value } });
  };
  const fieldsOf = ['title', 'author', 'publisher', 'date', 'url'] as const;
  return (
    <Modal
      title={words.title}
      open={open}
      onCancel={onClose}
      destroyOnHidden
      width={720}
      footer={
        <Button type="primary" onClick={onClose}>
          {texts.keys.done}
        </Button>
      }
    >
      <div className="report-fields">
        <fieldset>
          <legend>{words.ofReport}</legend>
          {fieldsOf.map((name) => (
            <TextField
              key={name}
              label={words.report[name]}
              type={name === 'date' ? 'date' : name === 'url' ? 'url' : 'text'}
              placeholder={name === 'title' ? titleOfReport(untitled) : ''}
              note={name === 'url' ? words.urlMore : name === 'date' ? words.dateMore : ''}
              value={about[name] ?? ''}
              onChange={(value) => put(name, value)}
            />
          ))}
        </fieldset>
        <fieldset>
          <legend>{words.ofArticle}</legend>
          {(['title', 'author', 'date', 'url'] as const).map((name) => (
            <TextField
              key={name}
              label={words.article[name]}
              type={name === 'url' ? 'url' : 'text'}
              placeholder=""
              note=""
              value={document[name] ?? ''}
              onChange={(value) => putArticle(name, value)}
            />
          ))}
        </fieldset>
      </div>
    </Modal>
  );
}

function TextField({
  label,
  type,
  placeholder,
  note,
  value,
  onChange,
}: {
  label: string;
  type: 'text' | 'date' | 'url';
  placeholder: string;
  note: string;
  value: string;
  onChange: (value: string) => void;
}): ReactElement {
  const id = useId();
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <Input
        id={id}
        type={type}
        maxLength={500}
        placeholder={placeholder}
        aria-describedby={note === '' ? undefined : `${id}-note`}
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
      {note === '' ? null : (
        <span id={`${id}-note`} className="faint small">
          {note}
        </span>
      )}
    </div>
  );
}
