/** Opens the admin listener, in a thread of its own, and answers what it asks. */
import { Worker } from 'node:worker_threads';
import { ConfigError } from '../config/config-error.ts';
import type { AdminRequest, AdminResponse } from '../http/admin/admin-server.ts';
import type { StatusAnswers } from '../http/status/serve-status.ts';
import { describeError } from '../telemetry/describe-error.ts';
import type { Log } from '../telemetry/log.ts';
import type { AdminAnswer, AdminMessage, AdminSettings, ForwardedAnswer } from './admin-thread.ts';

export type Admin = Awaited<ReturnType<typeof openAdmin>>;

/**
 * @returns the port that it listens on, and what closes it.
 * @throws ConfigError where it cannot listen.
 */
export async function openAdmin(
  settings: AdminSettings,
  answers: StatusAnswers,
  /** Answers a request of the admin API; `undefined` where nobody can. */
  administer: (request: AdminRequest) => Promise<AdminResponse | undefined>,
  log: Log,
) {
  const script = import.meta.url.endsWith('.ts') ? './admin-thread.ts' : './admin-thread.js';
  const thread = new Worker(new URL(script, import.meta.url), { workerData: settings });
  const listening = Promise.withResolvers<number>();
  let closing = false;

  thread.on('message', async (message: AdminMessage) => {
    if (message.type === 'listening') listening.resolve(message.port);
    else if (message.type === 'failed') listening.reject(refusal(message.code));
    else if (message.type === 'forward') {
      const { id, request } = message;
      const response = await administer(request).catch((error: unknown) => {
        log.error(describeError(error), 'no answer for the admin listener');
      });
      thread.postMessage((response === undefined ? { id } : { id, response }) satisfies ForwardedAnswer);
    } else {
      const { path } = message;
      const answer = await answers[path]().catch((error: unknown) => {
        log.error({ path, ...describeError(error) }, 'no answer for the admin listener');
      });
      thread.postMessage((answer === undefined ? { path } : { path, answer }) satisfies AdminAnswer);
    }
  });
  thread.on('error', (error) => {
    listening.reject(error);
    log.error(describeError(error), 'the admin listener has failed');
  });
  thread.on('exit', () => {
    if (!closing) log.error('the admin listener has ended');
  });
  const close = async (): Promise<void> => {
    closing = true;
    await thread.terminate();
  };
  try {
    const port = await listening.promise;
    // Not what keeps the process alive; until now nothing else may do so.
    thread.unref();
    return { port, close };
  } catch (error) {
    await close();
    throw error;
  }
}

function refusal(code: string): ConfigError {
  return new ConfigError(
    code === 'EADDRINUSE'
      ? 'admin.port: the port is in use already'
      : `admin.host, admin.port: cannot listen there (${code})`,
  );
}
