import type { Command } from 'commander';
import type { Terminal } from './terminal.ts';

/** Adds what a command takes, does and says in its help. */
type AddCommand = (command: Command, terminal: Terminal) => void;

export interface CommandEntry {
  readonly name: string;
  /** One line for the list of commands, and the command's own help. */
  readonly summary: string;
  /** Only the command that runs is loaded. */
  readonly load: () => Promise<AddCommand>;
}

/** Every command there is. A new one is a file beside this and an entry here. */
export const COMMANDS: readonly CommandEntry[] = [
  {
    name: 'start',
    summary: 'start the gateway',
    load: async () => (await import('./start.ts')).addStartCommand,
  },
  {
    name: 'check',
    summary: 'check the claims in a text, a document or a page',
    load: async () => (await import('./check.ts')).addCheckCommand,
  },
  {
    name: 'mcp',
    summary: 'serve the Model Context Protocol to an assistant',
    load: async () => (await import('./mcp.ts')).addMcpCommand,
  },
  {
    name: 'detect',
    summary: 'find the claims in texts, one text per line',
    load: async () => (await import('./detect.ts')).addDetectCommand,
  },
  {
    name: 'normalize',
    summary: 'extract the central claim of posts',
    load: async () => (await import('./normalize.ts')).addNormalizeCommand,
  },
  {
    name: 'evaluate',
    summary: 'score how well claims are extracted from a file of texts',
    load: async () => (await import('./evaluate.ts')).addEvaluateCommand,
  },
  {
    name: 'corpus',
    summary: 'manage your own documents, used as evidence',
    load: async () => (await import('./corpus.ts')).addCorpusCommand,
  },
  {
    name: 'sources',
    summary: 'list and test outside sources of evidence',
    load: async () => (await import('./sources.ts')).addSourcesCommand,
  },
  {
    name: 'judge',
    summary: 'check or download a model for the gateway’s own judge',
    load: async () => (await import('./judge.ts')).addJudgeCommand,
  },
  {
    name: 'models',
    summary: 'list the models',
    load: async () => (await import('./models.ts')).addModelsCommand,
  },
  {
    name: 'keys',
    summary: 'manage the plans of keys, and keys of this gateway',
    load: async () => (await import('./keys.ts')).addKeysCommand,
  },
  {
    name: 'teams',
    summary: 'manage teams of keys, and their budgets',
    load: async () => (await import('./teams.ts')).addTeamsCommand,
  },
  {
    name: 'audit',
    summary: 'show who changed keys and plans',
    load: async () => (await import('./audit.ts')).addAuditCommand,
  },
  {
    name: 'webhooks',
    summary: 'show webhooks, and messages that could not be sent',
    load: async () => (await import('./webhooks.ts')).addWebhooksCommand,
  },
  {
    name: 'config',
    summary: 'check the configuration',
    load: async () => (await import('./config.ts')).addConfigCommand,
  },
  {
    name: 'migrate',
    summary: 'update the database to this version',
    load: async () => (await import('./migrate.ts')).addMigrateCommand,
  },
];
