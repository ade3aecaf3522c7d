/** The gateway as a server of the Model Context Protocol (https://modelcontextprotocol.io/specification/2026-07-28). */
import { McpServer } from '@modelcontextprotocol/server';
import { addCheckThisPage } from './check-this-page.ts';
import { addEvidenceResources } from './evidence-resources.ts';
import type { McpService } from './mcp-service.ts';
import { addAddEvidence } from './tools/add-evidence.ts';
import { addCheckClaims } from './tools/check-claims.ts';
import { addFindClaims } from './tools/find-claims.ts';
import { addNormalizeClaim } from './tools/normalize-claim.ts';
import { addSearchEvidence } from './tools/search-evidence.ts';

const INSTRUCTIONS = `Claimgate checks factual claims against evidence. check_claims gives each claim of a text a verdict with literal quotes; cite those quotes and links, and no others. find_claims only lists claims. search_evidence looks for passages on one claim. not_enough_evidence means that the sources do not decide the claim, not that it is false.`;

/** Clients are told of no changes: only the list of resources changes, and nobody waits for it. */
const FIXED = { listChanged: false };
/** Every tool there is. A new one is a file in tools/ and a line here. */
const TOOLS = [addFindClaims, addCheckClaims, addNormalizeClaim, addSearchEvidence, addAddEvidence];

/** @returns a server for one connection, or for one request where there are none. */
export function createMcpServer(service: McpService, version: string): McpServer {
  const server = new McpServer(
    { name: 'claimgate', title: 'Claimgate', version },
    { instructions: INSTRUCTIONS, capabilities: { tools: FIXED, prompts: FIXED, resources: FIXED } },
  );
  for (const add of TOOLS) add(server, service);
  addEvidenceResources(server, service.shelf);
  addCheckThisPage(server);
  return server;
}
