import { createContext, type ReactElement, useContext } from 'react';
import { texts } from '../texts.ts';
import { isPending, isUnchecked, type ShownClaim } from './claim-state.ts';

interface Picking {
  readonly picked: ReadonlySet<string>;
  /** @param ids of all places of a claim. */
  pick(ids: readonly string[], picked: boolean): void;
}

/** Where claims are picked that are to be checked; nowhere else. */
export const PickingContext = createContext<Picking | undefined>(undefined);

/** Has an unchecked claim checked with those that are picked. */
export function PickClaim({
  claim,
  places,
}: {
  claim: ShownClaim;
  places: readonly ShownClaim[];
}): ReactElement | null {
  const picking = useContext(PickingContext);
  if (picking === undefined || !isUnchecked(claim) || isPending(claim.state)) return null;
  return (
    <label className="pick">
      <input
        type="checkbox"
        aria-label={texts.check.pick(claim.original_text)}
        checked={picking.picked.has(claim.id)}
        onChange={(event) =>
          picking.pick(
            places.map(({ id }) => id),
            event.target.checked,
          )
        }
      />
    </label>
  );
}
