// Copies the pages to where VitePress builds them from: it takes no pages from outside its own folder.
import { cpSync, mkdirSync, rmSync } from 'node:fs';
import path from 'node:path';

const site = import.meta.dirname;
const pages = path.join(site, 'pages');
/** Of `bench`, its results alone. */
const isOfAPage = (file) =>
  !/\bbench\/./.test(path.relative(path.join(site, '..'), file)) || /\/(RESULTS\.md|[^/]+\.svg)$/.test(file);
rmSync(pages, { recursive: true, force: true });
mkdirSync(pages);
for (const name of ['docs', 'README.md', 'SECURITY.md', 'CONTRIBUTING.md', 'CHANGELOG.md', 'bench'])
  cpSync(path.join(site, '..', name), path.join(pages, name), { recursive: true, filter: isOfAPage });
