/** The dialogs of the chat, which other views open too. */
import { whenOpened } from '../shell/when-opened.tsx';

export const KeysDialog = whenOpened(() => import('./keys-dialog.tsx').then((module) => module.KeysDialog));
export const SettingsDrawer = whenOpened(() =>
  import('./settings-drawer.tsx').then((module) => module.SettingsDrawer),
);
