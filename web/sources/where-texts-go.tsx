import type { ReactElement } from 'react';
import { nameSource } from '../claims/source-names.ts';
import { grounds } from '../state/modes.ts';
import { useSettings } from '../state/settings.ts';
import { texts } from '../texts.ts';
import { useAsked } from './use-asked.ts';
import './sources.css';

const { whereTextsGo: words } = texts;

/**
 * Says where a text goes: the gateway, the provider of the chosen model, and the sources that are on.
 *
 * @param claims whether claims go to sources; in the chat its mode decides.
 */
export function WhereTextsGo({
  view,
  claims = true,
}: {
  view: 'chat' | 'check' | 'evaluate';
  claims?: boolean;
}): ReactElement {
  const { choice, sandbox, sources } = useAsked();
  const { mode } = useSettings();
  // Its place is kept until the models are known: nothing above it moves then.
  const known = choice !== undefined;
  // Of the sandbox there is the same to say, whatever is asked; it serves to keep the place, too.
  const short = sandbox || !known;
  const provider = choice?.provider ?? '';
  const searched = claims && (view !== 'chat' || grounds(mode));
  const names = (searched ? sources : []).flatMap(({ name, reach }) => {
    if (reach === 'local') return [];
    return [reach === 'provider' ? words.nativeSearch(provider) : nameSource(name)];
  });
  const said = {
    chat: [words.kept, short ? words.chatSandbox : words.chat(provider, names)],
    check: [words.typing, short ? words.checkSandbox : words.check(provider, names)],
    evaluate: [short ? words.evaluateSandbox : words.evaluate(provider, names)],
  }[view];
  return (
    <p
      className={known ? 'where-texts-go' : 'where-texts-go place-kept'}
      aria-hidden={known ? undefined : true}
    >
      {said.join(' ')}
    </p>
  );
}
