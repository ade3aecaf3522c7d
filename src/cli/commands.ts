import type { Command } from 'commander';
import { addAuditCommand } from './audit.ts';
import { addCheckCommand } from './check.ts';
import { addConfigCommand } from './config.ts';
import { addCorpusCommand } from './corpus.ts';
import { addDetectCommand } from './detect.ts';
import { addEvaluateCommand } from './evaluate.ts';
import { addKeysCommand } from './keys.ts';
import { addMigrateCommand } from './migrate.ts';
import { addModelsCommand } from './models.ts';
import { addNormalizeCommand } from './normalize.ts';
import { addSourcesCommand } from './sources.ts';
import { addStartCommand } from './start.ts';
import type { Terminal } from './terminal.ts';

/** Every command there is. A new one is a file beside this and a line here. */
export const COMMANDS: readonly ((program: Command, terminal: Terminal) => void)[] = [
  addStartCommand,
  addMigrateCommand,
  addCheckCommand,
  addDetectCommand,
  addNormalizeCommand,
  addEvaluateCommand,
  addCorpusCommand,
  addSourcesCommand,
  addModelsCommand,
  addKeysCommand,
  addAuditCommand,
  addConfigCommand,
];
