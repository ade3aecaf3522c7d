/** Gemini CLI, on Google's API. */
import path from 'node:path';
import { describeAgent } from './describe-agent.ts';

await describeAgent({
  name: 'Gemini CLI',
  packages: ['@google/gemini-cli@0.61.0'],
  keepsThoughts: true,
  own: { provider: 'google', model: 'gemini-3.8-flash' },
  others: ['claude-opus-5-5', 'gpt-6-luna', 'grok-4.3', 'zai-org/GLM-5.3-Flash'],
  start: (folder, { url, model, key, prompt }) => ({
    program: process.execPath,
    args: [
      path.join(folder, 'node_modules/@google/gemini-cli/bundle/gemini.js'),
      ...['--model', model, '--approval-mode', 'yolo', '--prompt', prompt],
    ],
    env: { GOOGLE_GEMINI_BASE_URL: url, GEMINI_API_KEY: key, GEMINI_CLI_TRUST_WORKSPACE: 'true' },
    files: {
      '.gemini/settings.json': JSON.stringify({
        security: { auth: { selectedType: 'gemini-api-key' } },
        general: { enableAutoUpdate: false },
        privacy: { usageStatisticsEnabled: false },
      }),
    },
  }),
});
