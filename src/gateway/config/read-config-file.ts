/** The files that config consists of: its own, and those that it names. */
import { readFileSync } from 'node:fs';
import { parse as parseYaml, YAMLError } from 'yaml';
import type { z } from 'zod';
import { ConfigError } from './config-error.ts';
import { type ConfigFile, configSchema } from './config-schema.ts';

/** @param name the config file; the defaults where there is none. */
export function readConfigFile(name?: string): ConfigFile {
  const data = name === undefined ? {} : (readYaml(name, 'CLAIMGATE_CONFIG') ?? {});
  const parsed = configSchema.safeParse(data);
  if (parsed.success) return parsed.data;
  throw new ConfigError(...parsed.error.issues.flatMap(describeIssue));
}

/** Lines that name the key: `upstream.idle_timeout: must be …`. */
function describeIssue(issue: z.core.$ZodIssue): string[] {
  const place = issue.path.join('.');
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => `${[...issue.path, key].join('.')}: unknown key`);
  }
  const inner = issue.code === 'invalid_key' ? issue.issues[0]?.message : undefined;
  return [`${place === '' ? 'config' : place}: ${inner ?? issue.message}`];
}

export function readNamed(name: string, key: string): string {
  try {
    return readFileSync(name, 'utf8');
  } catch (error) {
    throw new ConfigError(
      `${key}: cannot read ${name} (${(error as NodeJS.ErrnoException).code ?? 'error'})`,
    );
  }
}

export function readYaml(name: string, key: string): unknown {
  const text = readNamed(name, key);
  try {
    return parseYaml(text);
  } catch (error) {
    throw new ConfigError(`${key}: ${name} is not YAML${describeYamlError(error)}`);
  }
}

/** @returns where the fault is and what it is, without the lines of the file, which may hold keys. */
function describeYamlError(error: unknown): string {
  if (error instanceof ReferenceError) return ': an alias names an anchor that does not stand before it';
  if (!(error instanceof YAMLError)) return '';
  const [start] = error.linePos ?? [];
  const place = start === undefined ? '' : ` (line ${start.line}, column ${start.col})`;
  const reason = error.message.split(/ at line \d+|:?\n/, 1)[0];
  return `${place}: ${reason}`;
}

/** A post, and the claim that it makes. */
export interface PostExample {
  readonly post: string;
  readonly claim: string;
}

/** JSON Lines of `{post, claim}`. */
export function readExamples(name: string): PostExample[] {
  const key = 'normalize.examples';
  return readNamed(name, key)
    .split('\n')
    .flatMap((line, index) => {
      if (line.trim() === '') return [];
      const example = parseLine(line);
      if (typeof example?.post !== 'string' || typeof example.claim !== 'string') {
        throw new ConfigError(`${key}: ${name}, line ${index + 1}: must be {"post": "…", "claim": "…"}`);
      }
      return [{ post: example.post, claim: example.claim }];
    });
}

function parseLine(line: string): { post?: unknown; claim?: unknown } | undefined {
  try {
    return JSON.parse(line) as { post?: unknown; claim?: unknown };
  } catch {
    return undefined;
  }
}
