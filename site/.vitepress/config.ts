/** The documentation as a site: README.md and docs/, as they are. A link that leads nowhere fails the build. */
import { existsSync } from 'node:fs';
import path from 'node:path';
import { defineConfig } from 'vitepress';

const ROOT = path.resolve(import.meta.dirname, '../..');
const COLLECTED = path.resolve(import.meta.dirname, '../pages');
/** Where the sources can be read, such as https://github.com/OWNER/NAME/blob/main. Without it, they are named only. */
const SOURCES = process.env.SITE_SOURCES?.replace(/\/$/, '');

/** @throws where there is no such page: VitePress checks only the links of texts. */
const page = (text: string, link: string) => {
  const file = link === '/' ? 'README.md' : `${link}.md`;
  if (!existsSync(path.join(ROOT, file))) throw new Error(`The sidebar names ${file}, which is not there`);
  return { text, link };
};

export default defineConfig({
  title: 'Claimgate',
  description: 'The claim-checking chat gateway',
  srcDir: './pages',
  cleanUrls: true,
  rewrites: { 'README.md': 'index.md' },
  themeConfig: {
    search: { provider: 'local' },
    outline: 'deep',
    sidebar: [
      {
        text: 'Use it',
        items: [
          page('Start', '/'),
          page('Clients', '/docs/clients'),
          page('Request fields', '/docs/parameters'),
          page('Verdicts and evidence', '/docs/verdicts'),
          page('Errors', '/docs/errors'),
          page('Assistants (MCP)', '/docs/mcp'),
          page('Pipelines', '/docs/pipelines'),
          page('The page', '/docs/page'),
          page('Documents and links', '/docs/documents'),
          page('Evaluations', '/docs/evaluations'),
        ],
      },
      {
        text: 'Run it',
        items: [
          page('Operating', '/docs/operating'),
          page('Deploying', '/docs/operating/deploying'),
          page('Local models', '/docs/local-models'),
          page('Plans and keys', '/docs/operating/plans-and-keys'),
          page('Issued keys', '/docs/operating/issued-keys'),
          page('Admin API', '/docs/operating/admin-api'),
          page('Sign-in', '/docs/operating/sign-in'),
          page('Traffic over time', '/docs/operating/traffic'),
          page('Sources of evidence', '/docs/operating/sources'),
          page('Model aliases', '/docs/operating/aliases'),
          page('Webhooks', '/docs/operating/webhooks'),
          page('Published reports', '/docs/operating/publishing'),
          page('Monitoring', '/docs/operating/monitoring'),
          page('Capacity', '/docs/operating/capacity'),
          page('Faults', '/docs/operating/faults'),
          page('Rolling restarts', '/docs/operating/rolling-restarts'),
          page('Upgrading', '/docs/operating/upgrading'),
          page('Config reference', '/docs/operating/config-reference'),
          page('Security', '/docs/security'),
        ],
      },
      {
        text: 'Work on it',
        items: [
          page('Architecture', '/docs/architecture'),
          page('Providers', '/docs/providers'),
          page('Adding a provider', '/docs/adding-a-provider'),
          page('Adding a source', '/docs/adding-a-source'),
          page('Measurements', '/bench/RESULTS'),
        ],
      },
    ],
  },
  markdown: {
    // Its highlighter has no haproxy.
    languageAlias: { haproxy: 'nginx' },
    config(md) {
      md.core.ruler.push('sources', ({ tokens, env }) => {
        const folder = path.dirname(path.join(ROOT, path.relative(COLLECTED, env.path)));
        for (const { children } of tokens) {
          for (const [at, token] of (children ?? []).entries()) {
            if (token.type !== 'link_open') continue;
            const [file = ''] = (token.attrGet('href') ?? '').split('#');
            const target = path.resolve(folder, file);
            const source = path.relative(ROOT, target);
            const isElsewhere = file === '' || /^\w+:|^\//.test(file);
            if (isElsewhere || existsSync(path.join(COLLECTED, source)) || !existsSync(target)) continue;
            if (SOURCES !== undefined) {
              token.attrSet('href', `${SOURCES}/${source}`);
              continue;
            }
            token.attrs = [];
            token.tag = 'span';
            const end = children?.find((other, place) => place > at && other.type === 'link_close');
            if (end !== undefined) end.tag = 'span';
          }
        }
      });
    },
  },
});
