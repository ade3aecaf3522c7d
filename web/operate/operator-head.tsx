import { Button } from 'antd';
import { type ReactElement, useState } from 'react';
import { BY_SESSION } from '../api/gateway.ts';
import { type SignedInPerson, signOut } from '../api/sign-in.ts';
import { forgetAdminKey, useAdminKey } from '../state/admin-key.ts';
import { texts } from '../texts.ts';
import { explainAdmin } from './admin-failure.tsx';
import { useAdminDeed } from './use-admin.ts';

const { operate: words } = texts;

/** Who operates, and the way out. */
export function OperatorHead(): ReactElement | null {
  const { key, person } = useAdminKey();
  if (person !== undefined) return <PersonHead person={person} />;
  return key === undefined ? null : <Button onClick={forgetAdminKey}>{words.leave}</Button>;
}

function PersonHead({ person: { name, role } }: { person: SignedInPerson }): ReactElement {
  const { busy, failure, run } = useAdminDeed(BY_SESSION);
  const [leaving, setLeaving] = useState(false);
  const leave = (): Promise<boolean> =>
    run(async () => {
      const elsewhere = await signOut();
      if (elsewhere === null) return forgetAdminKey();
      setLeaving(true);
      location.assign(elsewhere);
    });
  return (
    <div className="operate-person">
      <span>{words.signIn.as(name, words.signIn.roles[role])}</span>
      <Button loading={busy || leaving} onClick={() => void leave()}>
        {words.signIn.out}
      </Button>
      {failure === undefined ? null : <p role="alert">{explainAdmin(failure)}</p>}
    </div>
  );
}
