/** Continue's command line, on Anthropic's API and on OpenAI's. */
import path from 'node:path';
import { describeAgent } from './describe-agent.ts';

await describeAgent({
  name: 'Continue',
  packages: ['@continuedev/cli@1.5.47'],
  keepsThoughts: false,
  own: { provider: 'anthropic', model: 'claude-opus-5-5' },
  others: ['gpt-6-luna', 'gemini-3.8-flash', 'grok-4.3', 'zai-org/GLM-5.3-Flash'],
  start: (folder, { url, model, key, prompt }, home) => ({
    program: process.execPath,
    args: [
      path.join(folder, 'node_modules/@continuedev/cli/dist/cn.js'),
      ...['--print', '--auto', '--config', path.join(home, 'config.yaml'), prompt],
    ],
    env: { CLAIMGATE_KEY: key, CONTINUE_TELEMETRY_ENABLED: '0' },
    files: {
      'config.yaml': JSON.stringify({
        ...{ name: 'Claimgate', version: '1.0.0', schema: 'v1' },
        models: [
          {
            name: 'Claimgate',
            provider: model.startsWith('claude-') ? 'anthropic' : 'openai',
            ...{ model, apiBase: `${url}/v1`, apiKey: key },
            capabilities: ['tool_use'],
          },
        ],
      }),
    },
  }),
});
