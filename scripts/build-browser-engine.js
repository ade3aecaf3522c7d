// Builds `claimgate/engine/detect` for browsers: one module, and beside it the two files that it fetches.
import { copyFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';

const root = path.resolve(import.meta.dirname, '..');
const engine = path.join(root, 'src/engine');
const target = path.join(root, 'dist/engine/browser');
const eld = path.dirname(path.dirname(fileURLToPath(import.meta.resolve('eld/extrasmall'))));

/** What reads files has a neighbour that fetches them. */
const forBrowsers = {
  name: 'for-browsers',
  enforce: 'pre',
  resolveId(id, importer) {
    if (id === '#eld/languageDetector.js') return path.join(eld, 'languageDetector.js');
    if (!/\/(?:read-weights|load-language-detector)\.ts$/.test(id)) return undefined;
    return path.resolve(path.dirname(importer), id.replace(/\.ts$/, '.browser.ts'));
  },
};

await build({
  configFile: false,
  logLevel: 'warn',
  plugins: [forBrowsers],
  build: {
    lib: { entry: path.join(engine, 'detect.ts'), formats: ['es'], fileName: 'detect' },
    outDir: target,
    emptyOutDir: true,
    copyPublicDir: false,
    target: 'es2023',
    rolldownOptions: { output: { minify: true } },
  },
});
copyFileSync(path.join(engine, 'claims/model/weights.bin'), path.join(target, 'weights.bin'));
copyFileSync(path.join(eld, 'ngrams/extrasmall.js'), path.join(target, 'languages.txt'));
