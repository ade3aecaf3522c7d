import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { PROVIDERS } from '../src/models/providers/registry.ts';
import { LISTED_VIEWS } from './shell/views.ts';
import { texts } from './texts.ts';

/** What stands on the page until its script has been read: the same words as the script will write. */
const bootTexts: Plugin = {
  name: 'boot-texts',
  transformIndexHtml: (html) =>
    html
      .replace('%newChat%', texts.chat.newChat)
      .replace(
        '%views%',
        [...LISTED_VIEWS.map((name) => texts.views[name]), texts.apiReference]
          .map((view) => `<span>${view.replace('&', '&amp;')}</span>`)
          .join(''),
      )
      .replace('%placeholder%', texts.chat.placeholder),
};

/** Fonts of formulas come in three forms. Every browser that runs the page reads the first. */
const woff2Alone: Plugin = {
  name: 'woff2-alone',
  enforce: 'pre',
  transform: (code, id) =>
    id.endsWith('katex.min.css')
      ? code.replaceAll(/,url\([^()]+\.(?:woff|ttf)\) format\("(?:woff|truetype)"\)/g, '')
      : undefined,
};

/** `npm run build:page` builds into a folder beside the one that is served, and swaps them when done. */
export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), bootTexts, woff2Alone],
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
