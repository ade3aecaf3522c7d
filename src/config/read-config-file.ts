/** The files that config consists of: its own, and those that it names. */
import { readFileSync } from 'node:fs';
import { parse as parseYaml } from 'yaml';
import type { z } from 'zod';
import { ConfigError } from './config-error.ts';
import { type ConfigFile, configSchema } from './config-schema.ts';

/** @param name the config file; the defaults where there is none. */
export function readConfigFile(name: string | undefined): ConfigFile {
  const data = name === undefined ? {} : (readYaml(name, 'CLAIMGATE_CONFIG') ?? {});
  const parsed = configSchema.safeParse(data);
  if (parsed.success) return parsed.data;
  throw new ConfigError(describeIssue(parsed.error.issues[0] as z.core.$ZodIssue));
}

/** One line that names the key: `upstream.idle_timeout: must be …`. */
function describeIssue(issue: z.core.$ZodIssue): string {
  const place = issue.path.join('.');
  if (issue.code === 'unrecognized_keys') {
    const key = [...issue.path, issue.keys[0] as string].join('.');
    return `${key}: unknown key`;
  }
  const inner = issue.code === 'invalid_key' ? issue.issues[0]?.message : undefined;
  return `${place === '' ? 'config' : place}: ${inner ?? issue.message}`;
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
    const line = (error as { linePos?: [{ line: number }] }).linePos?.[0].line;
    throw new ConfigError(`${key}: ${name} is not YAML${line === undefined ? '' : ` (line ${line})`}`);
  }
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
