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
}): ReactElement | null {
  const { choice, sandbox, sources } = useAsked();
  const { mode } = useSettings();
  if (choice === undefined) return null;
  const { provider } = choice;
  const searched = claims && (view !== 'chat' || grounds(mode));
  const names = (searched ? sources : []).flatMap(({ name, reach }) => {
    if (reach === 'local') return [];
    return [reach === 'provider' ? words.nativeSearch(provider) : nameSource(name)];
  });
  const said = {
    chat: [words.kept, sandbox ? words.chatSandbox : words.chat(provider, names)],
    check: [words.typing, sandbox ? words.checkSandbox : words.check(provider, names)],
    evaluate: [sandbox ? words.evaluateSandbox : words.evaluate(provider, names)],
  }[view];
  return <p className="where-texts-go">{said.join(' ')}</p>;
}
