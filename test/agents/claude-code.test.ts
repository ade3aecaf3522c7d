/** Claude Code, on Anthropic's API. */
import { globSync } from 'node:fs';
import { describeAgent } from './describe-agent.ts';

await describeAgent({
  name: 'Claude Code',
  packages: ['@anthropic-ai/claude-code@2.1.332'],
  isLarge: true,
  keepsThoughts: true,
  own: { provider: 'anthropic', model: 'claude-opus-5-5' },
  others: ['gpt-6-luna', 'gemini-3.8-flash', 'grok-4.3', 'zai-org/GLM-5.3-Flash', 'claude-haiku-5-5'],
  start: (folder, { url, model, key, prompt }) => ({
    program: globSync(`${folder}/node_modules/@anthropic-ai/claude-code-*/claude`)[0]!,
    args: ['--print', prompt, '--model', model, '--allowedTools', 'Read,Edit'],
    env: {
      ...{ ANTHROPIC_BASE_URL: url, ANTHROPIC_API_KEY: key },
      ...{ CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1', DISABLE_AUTOUPDATER: '1' },
    },
    files: {},
  }),
});
