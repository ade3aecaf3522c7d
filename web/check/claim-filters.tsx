import { Button, Checkbox, Popover, Select } from 'antd';
import { type ReactElement, useState } from 'react';
import type { ShownClaim } from '../claims/claim-state.ts';
import type { Distinct } from '../claims/distinct-claims.ts';
import { texts } from '../texts.ts';
import { ALL, type Choice, countClaims, type Filter } from './filter-claims.ts';

const { filters: words } = texts;

/** Fewer claims are seen at a glance. */
const LEAST = 4;

/** What is shown of a list of claims: by verdict, by category, in which order. */
export function ClaimFilters({
  all,
  shown,
  choice,
  onChange,
}: {
  all: readonly Distinct<ShownClaim>[];
  /** How many are shown. */
  shown: number;
  choice: Choice;
  onChange: (choice: Choice) => void;
}): ReactElement | null {
  const isChosen = choice.filters.size > 0 || choice.categories.size > 0;
  if (all.length < LEAST && !isChosen) return null;
  const counts = countClaims(all);
  const toggle = (filter: Filter): void => {
    const filters = new Set(choice.filters);
    if (!filters.delete(filter)) filters.add(filter);
    onChange({ ...choice, filters });
  };
  const named = new Set([...counts.filters.keys(), ...choice.filters]);
  return (
    <fieldset className="claim-filters">
      <legend className="unseen">{words.title}</legend>
      {[...named].map((filter) => (
        <Button
          key={filter}
          size="small"
          shape="round"
          aria-pressed={choice.filters.has(filter)}
          type={choice.filters.has(filter) ? 'primary' : 'default'}
          onClick={() => toggle(filter)}
        >
          {words.of(
            filter === 'decided' ? words.decided : texts.verdicts[filter],
            counts.filters.get(filter) ?? 0,
          )}
        </Button>
      ))}
      <Categories
        counts={counts.categories}
        chosen={choice.categories}
        onChange={(categories) => onChange({ ...choice, categories })}
      />
      <Select
        size="small"
        className="claim-filter-order"
        aria-label={words.order}
        value={choice.order}
        onChange={(order) => onChange({ ...choice, order })}
        options={[
          { value: 'place', label: words.byPlace },
          { value: 'worth', label: words.byWorth },
        ]}
      />
      {isChosen ? (
        <Button size="small" type="link" onClick={() => onChange({ ...ALL, order: choice.order })}>
          {words.clear}
        </Button>
      ) : null}
      <span className="faint small" role="status">
        {isChosen ? words.shown(shown, all.length) : ''}
      </span>
    </fieldset>
  );
}

/** A field that shows several choices would measure them, and hold up a list that has just come. */
function Categories({
  counts,
  chosen,
  onChange,
}: {
  counts: ReadonlyMap<string, number>;
  chosen: ReadonlySet<string>;
  onChange: (chosen: ReadonlySet<string>) => void;
}): ReactElement {
  const [open, setOpen] = useState(false);
  return (
    <span>
      <Popover
        trigger="click"
        placement="bottom"
        arrow={false}
        open={open}
        onOpenChange={setOpen}
        // Beside the button, so that Tab leads from it into the list.
        getPopupContainer={(button) => button.parentElement ?? document.body}
        content={
          <Checkbox.Group
            className="claim-categories"
            value={[...chosen]}
            onChange={(categories) => onChange(new Set(categories))}
            options={[...new Set([...counts.keys(), ...chosen])].map((value) => ({
              value,
              label: words.of(texts.categories[value] ?? value, counts.get(value) ?? 0),
            }))}
          />
        }
      >
        <Button
          size="small"
          shape="round"
          type={chosen.size > 0 ? 'primary' : 'default'}
          aria-haspopup="dialog"
          aria-expanded={open}
        >
          {chosen.size > 0 ? words.of(words.categories, chosen.size) : words.categories}
        </Button>
      </Popover>
    </span>
  );
}
