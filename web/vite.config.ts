import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { PROVIDERS } from '../src/models/providers/registry.ts';
import { texts } from './texts.ts';

/** What stands on the page until its script has been read: the same words as the script will write. */
const bootTexts: Plugin = {
  name: 'boot-texts',
  transformIndexHtml: (html) =>
    html
      .replace('%newChat%', texts.chat.newChat)
      .replace(
        '%views%',
        [...Object.values(texts.views), texts.apiReference]
          .map((view) => `<span>${view.replace('&', '&amp;')}</span>`)
          .join(''),
      )
      .replace('%placeholder%', texts.chat.placeholder),
};

/** `npm run build:page` builds into a folder beside the one that is served, and swaps them when done. */
export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), bootTexts],
  define: { PROVIDER_NAMES: JSON.stringify(PROVIDERS.map(({ name }) => name)) },
  build: {
    outDir: '../dist-page.next',
    emptyOutDir: true,
    target: 'es2023',
    // A small file as a data: URL would save a request that loopback and HTTP/2 do not notice.
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 1_400,
  },
});
