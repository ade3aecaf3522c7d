import { Input } from 'antd';
import { type ReactElement, useState } from 'react';

/** Enter and leaving the field save the name, Escape does not. */
export function RenameField({
  label,
  title,
  onDone,
}: {
  label: string;
  title: string;
  onDone: (name: string | undefined) => void;
}): ReactElement {
  const [name, setName] = useState(title);
  return (
    <Input
      autoFocus
      size="small"
      aria-label={label}
      value={name}
      onChange={(event) => setName(event.target.value)}
      onFocus={(event) => event.target.select()}
      onBlur={() => onDone(name)}
      onKeyDown={(event) => {
        if (event.nativeEvent.isComposing) return;
        if (event.key === 'Enter') onDone(name);
        if (event.key !== 'Escape') return;
        // In the menu of a phone, Escape would close that too.
        event.stopPropagation();
        onDone(undefined);
      }}
    />
  );
}
