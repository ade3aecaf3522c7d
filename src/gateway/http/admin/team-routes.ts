/** /admin/v1/teams: groups of issued keys, and the budgets that these spend together. */
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { GatewayError, ValidationError } from '../../../domain/errors.ts';
import { withoutUndefined } from '../../../domain/without-undefined.ts';
import type { TeamManagement, TeamTermsChange } from '../../admin/manage-teams.ts';
import type { createHolderUse } from '../../admin/read-holder-use.ts';
import { describeTeam, describeTeamWithUse, isTeamId } from '../../admin/team-terms.ts';
import { validate, withNumber } from '../body/validate.ts';
import type { Server } from '../server/server.ts';
import { operatorOf } from './admin-access.ts';
import {
  adminResponses,
  newTeamSchema,
  type TeamBody,
  teamDeletionQuery,
  teamSchema,
  teamsQuery,
} from './admin-schema.ts';
import { listPage, PAGE } from './paging.ts';
import { readHolderTerms, type TermsOptions } from './read-holder-terms.ts';

export interface TeamRoutesOptions extends TermsOptions {
  readonly teams: TeamManagement;
  readonly useOfTeams: ReturnType<typeof createHolderUse>;
}

const tags = ['Teams'];
const params = z.object({ id: z.string() });

export function serveTeams(server: Server, options: TeamRoutesOptions): void {
  const { teams } = options;

  server.post(
    '/admin/v1/teams',
    {
      config: { audited: 'team.create' },
      schema: {
        summary: 'Create a team',
        operationId: 'createTeam',
        tags,
        body: newTeamSchema,
        response: adminResponses.teamCreated,
      },
    },
    async (request, reply) => {
      const { name, ...body } = validate(newTeamSchema, request.body);
      const terms = withoutUndefined(toTerms(body, options));
      const team = await teams.create({ ...terms, name }, operatorOf(request).actor);
      return reply.code(201).send(describeTeam(team));
    },
  );

  server.get(
    '/admin/v1/teams',
    {
      schema: {
        summary: 'Teams',
        operationId: 'listTeams',
        tags,
        querystring: teamsQuery,
        response: adminResponses.teams,
      },
    },
    async (request) => {
      const query = withNumber(request.query, 'limit');
      const { limit = PAGE, after } = validate(teamsQuery, query, [], 'query');
      const found = await teams.page({ limit: limit + 1, ...(after === undefined ? {} : { after }) });
      const describe = await describerFor(found.slice(0, limit));
      return listPage(found, limit, describe, ({ id }) => id);
    },
  );

  server.get(
    '/admin/v1/teams/:id',
    { schema: { summary: 'One team', operationId: 'readTeam', tags, params, response: adminResponses.team } },
    async (request) => {
      const team = await teams.find(idOf(request));
      if (team === undefined) throw notThere();
      return (await describerFor([team]))(team);
    },
  );

  server.patch(
    '/admin/v1/teams/:id',
    {
      config: { audited: 'team.change' },
      schema: {
        summary: 'Change a team',
        description: 'Fields that are absent stay as they are; `null` takes a value away.',
        operationId: 'changeTeam',
        tags,
        params,
        body: teamSchema,
        response: adminResponses.teamChanged,
      },
    },
    async (request) => {
      const { name, ...body } = validate(teamSchema, request.body);
      const terms = { ...toTerms(body, options), ...(name === undefined ? {} : { name }) };
      const team = await teams.change(idOf(request), terms, operatorOf(request).actor);
      if (team === undefined) throw notThere();
      return describeTeam(team);
    },
  );

  server.delete(
    '/admin/v1/teams/:id',
    {
      config: { audited: 'team.delete' },
      schema: {
        summary: 'Delete a team',
        description: 'One that has keys is deleted only if `keys` says what becomes of them.',
        operationId: 'deleteTeam',
        tags,
        params,
        querystring: teamDeletionQuery,
        response: adminResponses.teamDeleted,
      },
    },
    async (request, reply) => {
      const { keys } = validate(teamDeletionQuery, request.query, [], 'query');
      if (!(await teams.remove(idOf(request), keys, operatorOf(request).actor))) throw notThere();
      return reply.code(204).send();
    },
  );

  async function describerFor(some: Awaited<ReturnType<TeamManagement['page']>>) {
    const [useOf, counts] = await Promise.all([
      options.useOfTeams(some),
      teams.countKeys(some.map(({ id }) => id)),
    ]);
    return (team: (typeof some)[number]) => describeTeamWithUse(team, counts.get(team.id) ?? 0, useOf(team));
  }
}

/** @throws ValidationError naming a plan or profile that there is not. */
function toTerms(body: Omit<TeamBody, 'name'>, options: TermsOptions): Omit<TeamTermsChange, 'name'> {
  const { terms, faults } = readHolderTerms(body, [], options);
  if (faults.length > 0) throw new ValidationError(faults);
  return terms;
}

/** @throws GatewayError where no team can have this id. */
function idOf(request: FastifyRequest): string {
  const { id } = request.params as { id: string };
  if (!isTeamId(id)) throw notThere();
  return id;
}

function notThere(): GatewayError {
  return new GatewayError('not_found', 'No such team');
}
