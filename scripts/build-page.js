// Builds the page into dist-page/. Plain JavaScript: `npm ci` runs it (`prepare`), and what fails here must
// never fail the installation; `--if-possible` says so. The gateway runs it too where the build is missing.
import { existsSync } from 'node:fs';
import { copyFile, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';

const root = path.resolve(import.meta.dirname, '..');
const target = path.join(root, 'dist-page');
// For the API reference, which is not built and knows no hashed names.
const FONT = 'node_modules/@fontsource-variable/inter/files/inter-latin-wght-normal.woff2';
// Built aside and swapped in when complete: who asks meanwhile gets the old one, and two builds do not meet.
const aside = `${target}.${process.pid}`;
const before = `${target}.${process.pid}.old`;

// Whatever runs this: what is built is for people, not for those who work on it.
process.env.NODE_ENV = 'production';

async function build() {
  if (!existsSync(path.join(root, 'web'))) return;
  const vite = await import('vite');
  await vite.build({
    configFile: path.join(root, 'web/vite.config.ts'),
    logLevel: process.stdout.isTTY ? 'info' : 'error',
    build: { outDir: aside },
  });
  await copyFile(path.join(root, FONT), path.join(aside, 'inter.woff2'));
  const files = await readdir(aside, { recursive: true });
  await Promise.all(files.filter((file) => /\.(?:js|css|svg|html)$/.test(file)).map(compress));
  if (existsSync(target)) await rename(target, before);
  await rename(aside, target);
}

async function compress(file) {
  const content = await readFile(path.join(aside, file));
  const [gz, br] = await Promise.all([
    promisify(gzip)(content, { level: 9 }),
    promisify(brotliCompress)(content),
  ]);
  await Promise.all([
    writeFile(path.join(aside, `${file}.gz`), gz),
    writeFile(path.join(aside, `${file}.br`), br),
  ]);
}

try {
  await build();
} catch (error) {
  const forgiven = process.argv.includes('--if-possible');
  console.error(`claimgate: the page could not be built: ${error.message.split('\n')[0]}`);
  process.exitCode = forgiven ? 0 : 1;
} finally {
  await Promise.all([aside, before].map((folder) => rm(folder, { recursive: true, force: true })));
}
