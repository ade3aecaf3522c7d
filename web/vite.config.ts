import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/** `npm run build:page` builds into a folder beside the one that is served, and swaps them when done. */
export default defineConfig({
  root: import.meta.dirname,
  plugins: [react()],
  build: {
    outDir: '../dist-page.next',
    emptyOutDir: true,
    target: 'es2023',
    // A small file as a data: URL would save a request that loopback and HTTP/2 do not notice.
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 1_400,
  },
});
