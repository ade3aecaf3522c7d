/** opencode, on Anthropic's API and on chat completions. */
import { globSync } from 'node:fs';
import { describeAgent } from './describe-agent.ts';

const SYSTEMS: Readonly<Record<string, string>> = { win32: 'windows' };
const system = SYSTEMS[process.platform] ?? process.platform;
/** Runs on processors without AVX2 too. */
const kind = process.arch === 'x64' ? '-baseline' : '';

await describeAgent({
  name: 'opencode',
  // Its package for all systems installs two programs.
  packages: [`opencode-${system}-${process.arch}${kind}@1.18.33`],
  isHeavy: true,
  keepsThoughts: true,
  own: { provider: 'anthropic', model: 'claude-opus-5-5' },
  others: ['gpt-6-luna', 'gemini-3.8-flash', 'grok-4.3', 'zai-org/GLM-5.3-Flash'],
  // For packages of plugins.
  hosts: ['registry.npmjs.org:443'],
  start: (folder, { url, model, key, prompt }) => {
    const npm = model.startsWith('claude-') ? '@ai-sdk/anthropic' : '@ai-sdk/openai-compatible';
    const options = { baseURL: `${url}/v1`, apiKey: '{env:CLAIMGATE_KEY}' };
    const config = {
      provider: { claimgate: { npm, name: 'Claimgate', options, models: { [model]: {} } } },
      model: `claimgate/${model}`,
      ...{ autoupdate: false, share: 'disabled', permission: 'allow' },
    };
    return {
      program: globSync(`${folder}/node_modules/opencode-*/bin/opencode`)[0]!,
      args: ['run', prompt],
      env: { CLAIMGATE_KEY: key, OPENCODE_DISABLE_MODELS_FETCH: '1', OPENCODE_DISABLE_LSP_DOWNLOAD: '1' },
      files: { '.config/opencode/opencode.json': JSON.stringify(config) },
    };
  },
});
