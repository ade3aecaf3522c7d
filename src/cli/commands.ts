import type { Command } from 'commander';
import { configCommand } from './config.ts';
import { keysCommand } from './keys.ts';
import { modelsCommand } from './models.ts';
import { startCommand } from './start.ts';

/** Every command there is. A new one is a file beside this and a line here. */
export const COMMANDS: readonly (() => Command)[] = [startCommand, modelsCommand, keysCommand, configCommand];
