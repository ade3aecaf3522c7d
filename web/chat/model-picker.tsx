import { Select } from 'antd';
import { type ReactElement, useMemo } from 'react';
import { nameChoice } from '../shell/name-choice.ts';
import { readKeyLimits, useKeyLimits } from '../state/key-limits.ts';
import { getKeys, keyFor, useKeys } from '../state/keys.ts';
import { useChoice, useModels } from '../state/models.ts';
import { changeSettings } from '../state/settings.ts';
import { texts } from '../texts.ts';

interface Props {
  readonly variant?: 'filled' | 'outlined';
  readonly label?: string;
  /** The id of the model that is shown as chosen; without one, the model that is chosen for all. */
  readonly chosen?: string | undefined;
  readonly onChoose?: (model: string | undefined) => void;
}

/** Models by provider, each with what it is good for. */
export function ModelPicker({
  variant = 'filled',
  label: name = texts.model.label,
  chosen,
  onChoose = (model) => changeSettings({ model }),
}: Props): ReactElement {
  const { list } = useModels();
  const choice = useChoice(chosen);
  const keys = useKeys();
  const limits = useKeyLimits();
  const options = useMemo(
    () =>
      (list?.models_list ?? []).map(({ provider, available_models: models }) => ({
        label: provider,
        title: provider,
        options: models.map(({ model_id: value, name: label, description, tier }) => ({
          value,
          label,
          description,
          tier,
          provider,
          included: tier === 'basic' || limits.get(keyFor(provider, keys) ?? '')?.plan?.models !== 'basic',
        })),
      })),
    [list, keys, limits],
  );
  return (
    <Select
      className="model-picker"
      aria-label={nameChoice(name, choice?.model.name)}
      placeholder={texts.model.placeholder}
      variant={variant}
      popupMatchSelectWidth={false}
      listHeight={420}
      classNames={{ popup: { root: 'model-popup' } }}
      loading={list === undefined}
      value={choice?.model.model_id ?? null}
      options={options}
      showSearch={{
        filterOption: (typed, option) => {
          const { label, value, description, provider } = (option ?? {}) as Partial<Record<string, string>>;
          return `${label} ${value} ${description} ${provider}`.toLowerCase().includes(typed.toLowerCase());
        },
      }}
      optionRender={({ label, data }) => {
        const { description, tier, included } = data as {
          description?: string;
          tier?: 'basic' | 'standard' | 'premium';
          included?: boolean;
        };
        return (
          <div className="model-option">
            <div>
              {label} {tier === undefined ? null : <span className="chip">{texts.model.tiers[tier]}</span>}
              {included === false ? <span className="chip">{texts.model.notInPlan}</span> : null}
            </div>
            <div className="model-description">{description}</div>
          </div>
        );
      }}
      onOpenChange={(open) => {
        if (open) for (const key of new Set(Object.values(getKeys().byProvider))) void readKeyLimits(key);
      }}
      onChange={(model: string | null) => onChoose(model ?? undefined)}
    />
  );
}
