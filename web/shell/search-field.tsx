import { Input } from 'antd';
import type { ReactElement } from 'react';

interface Props {
  readonly label: string;
  readonly value: string;
  readonly onChange: (typed: string) => void;
}

/** Searches a list beside it. */
export function SearchField({ label, value, onChange }: Props): ReactElement {
  return (
    <Input
      allowClear
      size="small"
      variant="filled"
      aria-label={label}
      placeholder={label}
      value={value}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}
