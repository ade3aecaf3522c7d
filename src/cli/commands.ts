import type { Command } from 'commander';
import { configCommand } from './config.ts';
import { corpusCommand } from './corpus.ts';
import { detectCommand } from './detect.ts';
import { evaluateCommand } from './evaluate.ts';
import { keysCommand } from './keys.ts';
import { migrateCommand } from './migrate.ts';
import { modelsCommand } from './models.ts';
import { normalizeCommand } from './normalize.ts';
import { sourcesCommand } from './sources.ts';
import { startCommand } from './start.ts';

/** Every command there is. A new one is a file beside this and a line here. */
export const COMMANDS: readonly (() => Command)[] = [
  startCommand,
  migrateCommand,
  detectCommand,
  normalizeCommand,
  evaluateCommand,
  corpusCommand,
  sourcesCommand,
  modelsCommand,
  keysCommand,
  configCommand,
];
