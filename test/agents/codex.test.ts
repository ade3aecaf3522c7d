/** Codex, on OpenAI's Responses API. */
import { globSync } from 'node:fs';
import path from 'node:path';
import { describeAgent } from './describe-agent.ts';

await describeAgent({
  name: 'Codex',
  packages: ['@openai/codex@0.171.0'],
  isLarge: true,
  keepsThoughts: true,
  own: { provider: 'openai', model: 'gpt-6-luna' },
  others: ['claude-opus-5-5', 'gemini-3.8-flash', 'grok-4.3', 'zai-org/GLM-5.3-Flash', 'gpt-5.4'],
  start: (folder, { url, model, key, prompt }, home) => ({
    program: globSync(`${folder}/node_modules/@openai/codex-*/vendor/*/bin/codex`)[0]!,
    args: ['exec', '--skip-git-repo-check', '--dangerously-bypass-approvals-and-sandbox', prompt],
    env: { CODEX_HOME: path.join(home, '.codex'), CLAIMGATE_KEY: key },
    files: {
      '.codex/config.toml': `
model = ${JSON.stringify(model)}
model_provider = "claimgate"
check_for_update_on_startup = false
analytics.enabled = false
features = { plugins = false, apps = false }

[model_providers.claimgate]
name = "Claimgate"
base_url = ${JSON.stringify(`${url}/v1`)}
env_key = "CLAIMGATE_KEY"
wire_api = "responses"
`,
    },
  }),
});
