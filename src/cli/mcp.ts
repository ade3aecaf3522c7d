/** `claimgate mcp`: the gateway's tools for an assistant, over standard input and output. */
import type { Readable, Writable } from 'node:stream';
import type { Command } from 'commander';
import { cleanLine } from '../engine/corpus/clean-text.ts';
import { VERSION } from '../gateway/wiring/version.ts';
import { redactSecrets } from '../models/dialects/clean-message.ts';
import { withLongHelp } from './long-help.ts';
import { MODEL_KEY } from './shared-options.ts';
import type { Terminal } from './terminal.ts';

const HELP = {
  about: `For assistants that speak the Model Context Protocol: they start this command, and talk to it over stdin and stdout. Logs go
to stderr. It ends when stdin does.

Claims are judged by --model, whose key comes from CLAIMGATE_API_KEY or its provider's own variable. Without a key, the
assistant's own model judges where the client offers it (sampling); else claims get evidence without verdicts. docs/mcp.md
shows how to add it to each assistant.`,
  examples: [
    ['claimgate mcp'],
    ['claude mcp add claimgate -- claimgate mcp', 'adds it to Claude Code'],
    ['CLAIMGATE_API_KEY=sandbox claimgate mcp', 'a simulated model, no account'],
  ],
} as const;

export function addMcpCommand(command: Command, terminal: Terminal): void {
  command
    .option('--model <id>', `model that judges claims (default: the default model); ${MODEL_KEY}`)
    .action(({ model }: { readonly model?: string }) => serve(terminal, model));
  withLongHelp(command, HELP);
}

async function serve(terminal: Terminal, model: string | undefined): Promise<void> {
  // Loaded here alone: no other command needs the protocol.
  const [{ serveStdio, StdioServerTransport }, { createMcpServer }, { withCheckParts }, { openMcpService }] =
    await Promise.all([
      import('@modelcontextprotocol/server/stdio'),
      import('../mcp/create-mcp-server.ts'),
      import('./open-checker.ts'),
      import('./open-mcp-service.ts'),
    ]);
  const { openDocuments } = await import('../gateway/wiring/open-documents.ts');
  const interrupted = terminal.onInterrupt();
  await withCheckParts(terminal, async (parts) => {
    const documents = openDocuments(parts.config);
    const service = openMcpService(parts, documents, terminal, model);
    const stdin = terminal.stdin as Readable;
    const transport = new StdioServerTransport(stdin, terminal.stdout as Writable);
    // Lines that are no messages, and answers to nothing.
    const onerror = ({ message }: Error): void =>
      void terminal.stderr.write(`mcp: ${redactSecrets(cleanLine(message))}\n`);
    const server = serveStdio(() => createMcpServer(service, VERSION), { transport, onerror });
    try {
      await new Promise<void>((resolve) => {
        stdin.once('end', resolve).once('close', resolve);
        interrupted.addEventListener('abort', () => resolve(), { once: true });
      });
    } finally {
      await server.close();
      await documents.close();
    }
  });
}
