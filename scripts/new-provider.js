// `node scripts/new-provider.js NAME` begins a provider with OpenAI's dialect: its descriptor, its place in the
// catalogue, and transcripts to fill in.
// docs/adding-a-provider.md says what follows.
import { appendFileSync, copyFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

const providers = path.resolve(import.meta.dirname, '../src/models/providers');
const required = JSON.parse(
  readFileSync(new URL('../test/conformance/required-fixtures.json', import.meta.url), 'utf8'),
);
/** A plain server of the dialect. */
const plain = path.join(providers, '__fixtures__/openai-compatible');

const [key = ''] = process.argv.slice(2);
if (!/^[a-z][a-z\d-]*$/.test(key))
  fail('Usage: node scripts/new-provider.js NAME, in lower-case letters, digits and -');
const descriptor = path.join(providers, `${key}.ts`);
const fixtures = path.join(providers, '__fixtures__', key);
for (const place of [descriptor, fixtures, path.join(providers, key)]) {
  if (existsSync(place)) fail(`${path.relative('.', place)} is there already`);
}

const constant = key.toUpperCase().replaceAll('-', '_');
writeFileSync(
  descriptor,
  `import { openaiCompatible } from '../dialects/chat-completions/dialect.ts';
import type { KnownProvider } from './known-provider.ts';

/** The pages that say so. */
export const ${constant}: KnownProvider = {
  ...openaiCompatible({
    key: '${key}',
    name: '${key[0].toUpperCase()}${key.slice(1)}',
  }),
  baseUrl: 'https://api.${key}.example/v1',
  keyVariables: ['${constant}_API_KEY'],
};
`,
);
mkdirSync(fixtures);
for (const name of required) {
  const fixture = JSON.parse(readFileSync(path.join(plain, `${name}.json`), 'utf8'));
  const written = {
    ...fixture,
    label: 'to fill in',
    source: '',
    ...(fixture.model && { model: `${key}/${wireId(fixture)}` }),
  };
  writeFileSync(path.join(fixtures, `${name}.json`), `${JSON.stringify(written, null, 2)}\n`);
  const chunks = `${name}.chunks.txt`;
  if (existsSync(path.join(plain, chunks)))
    copyFileSync(path.join(plain, chunks), path.join(fixtures, chunks));
}
appendFileSync(
  path.join(providers, 'catalogue.yaml'),
  `  ${key}:
    models:
      - id: ${key}-to-fill-in
        name: To fill in
        description: To fill in
        tier: basic
`,
);
console.log(`${path.relative('.', descriptor)}
${path.relative('.', fixtures)}/: ${required.length} transcripts to fill in
Next: ${constant} into src/models/providers/registry.ts, then npm test -- test/conformance/providers -t ${key}`);

/** The id of the model behind the provider's name. */
function wireId({ model }) {
  return model.slice(model.indexOf('/') + 1);
}

function fail(message) {
  console.error(message);
  process.exit(1);
}
