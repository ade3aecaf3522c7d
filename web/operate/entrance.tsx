import { Button } from 'antd';
import { type ReactElement, useEffect } from 'react';
import { readSignIn, signInAddress } from '../api/sign-in.ts';
import { useRead } from '../shell/use-read.ts';
import { usePlace } from '../shell/views.ts';
import { setPerson, useAdminKey } from '../state/admin-key.ts';
import { texts } from '../texts.ts';
import { AdminKeyForm } from './admin-key-form.tsx';

const { signIn: words } = texts.operate;

/** How an operator comes in: as a person where the gateway has a provider, or with an admin key. */
export function Entrance(): ReactElement | null {
  const { refused } = useAdminKey();
  const { section } = usePlace();
  const { seen, failure } = useRead('sign-in', readSignIn);
  const person = seen?.person ?? undefined;
  useEffect(() => {
    if (person !== undefined) setPerson(person);
  }, [person]);
  if (person !== undefined) return null;
  // What stands here moves nothing when the answer comes.
  if (seen === undefined && failure === undefined) return <p className="faint">{texts.loading}</p>;
  const provider = seen?.provider ?? undefined;
  return (
    <>
      {refused === 'session' ? <p role="alert">{words.over}</p> : null}
      {provider === undefined ? null : (
        <div className="panel operate-key">
          <div>
            <Button type="primary" href={signInAddress(section)}>
              {words.with(provider)}
            </Button>
          </div>
          <p className="faint small">{words.more}</p>
        </div>
      )}
      <AdminKeyForm />
    </>
  );
}
