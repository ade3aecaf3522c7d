import { Button, Drawer, Input, InputNumber, Select } from 'antd';
import { memo, type ReactElement } from 'react';
import type { FactCheckMode } from '../../src/domain/fact-check-mode.ts';
import { nameChoice } from '../shell/name-choice.ts';
import type { Openable } from '../shell/when-opened.tsx';
import { useSourceList } from '../sources/source-store.ts';
import { changeSettings, resetSettings, useSettings } from '../state/settings.ts';
import { texts } from '../texts.ts';

const MODES = Object.keys(texts.settings.modes) as readonly FactCheckMode[];

/** What goes along with a question: prompt, sampling, and how far checking goes. */
export const SettingsDrawer = memo(function SettingsDrawer({ open, onClose }: Openable): ReactElement {
  const settings = useSettings();
  const most = useSourceList()?.max_claims;
  const { settings: words } = texts;
  return (
    <Drawer
      title={words.title}
      open={open}
      onClose={onClose}
      size={400}
      afterOpenChange={(shown) => {
        if (shown) document.getElementById('setting-mode')?.focus();
      }}
    >
      <div className="settings">
        <div className="field">
          <label htmlFor="setting-mode">{words.mode}</label>
          <Select
            id="setting-mode"
            aria-label={nameChoice(words.mode, words.modes[settings.mode])}
            value={settings.mode}
            options={MODES.map((value) => ({ value, label: words.modes[value] }))}
            onChange={(mode) => changeSettings({ mode })}
          />
          <span className="faint small">{words.modesMore[settings.mode]}</span>
        </div>
        <div className="field">
          <label htmlFor="setting-system">{words.system}</label>
          <Input.TextArea
            id="setting-system"
            autoSize={{ minRows: 4, maxRows: 12 }}
            placeholder={words.systemPlaceholder}
            value={settings.system}
            onChange={(event) => changeSettings({ system: event.target.value })}
          />
        </div>
        <div className="field">
          <label htmlFor="setting-temperature">{words.temperature}</label>
          <InputNumber
            id="setting-temperature"
            min={0}
            max={2}
            step={0.1}
            placeholder={words.asModel}
            value={settings.temperature}
            onChange={(temperature) => changeSettings({ temperature })}
          />
        </div>
        <div className="field">
          <label htmlFor="setting-top-p">{words.topP}</label>
          <InputNumber
            id="setting-top-p"
            min={0}
            max={1}
            step={0.05}
            placeholder={words.asModel}
            value={settings.topP}
            onChange={(topP) => changeSettings({ topP })}
          />
        </div>
        <div className="field">
          <label htmlFor="setting-max-tokens">{words.maxTokens}</label>
          <InputNumber
            id="setting-max-tokens"
            min={1}
            precision={0}
            placeholder={words.asModel}
            value={settings.maxTokens}
            onChange={(maxTokens) => changeSettings({ maxTokens })}
          />
        </div>
        {most === undefined ? null : (
          <div className="field">
            <label htmlFor="setting-max-claims">{words.maxClaims}</label>
            <InputNumber
              id="setting-max-claims"
              min={1}
              max={most}
              precision={0}
              placeholder={words.asServer(most)}
              value={settings.maxClaims}
              onChange={(maxClaims) => changeSettings({ maxClaims })}
            />
            <span className="faint small">{words.maxClaimsMore(most)}</span>
          </div>
        )}
        <Button onClick={resetSettings}>{words.reset}</Button>
      </div>
    </Drawer>
  );
});
