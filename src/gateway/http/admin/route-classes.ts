/**
 * Who may call each route of the admin API: the one place that says so. `open`: everybody, as the route itself looks at
 * who calls; `read`: every operator, as it changes nothing and costs nothing; `change`: the role admin alone.
 */
export type RouteClass = 'open' | 'read' | 'change';

/** By method and pattern. */
export const ROUTE_CLASSES: Readonly<Record<string, RouteClass>> = {
  'GET /admin/v1/sign-in': 'open',
  'DELETE /admin/v1/sign-in': 'open',
  'GET /admin/v1/sign-in/start': 'open',
  'GET /admin/v1/sign-in/callback': 'open',

  'GET /admin/v1/openapi.json': 'read',
  'GET /admin/v1/keys': 'read',
  'GET /admin/v1/keys/:id': 'read',
  'POST /admin/v1/keys': 'change',
  'POST /admin/v1/keys/import': 'change',
  'PATCH /admin/v1/keys/:id': 'change',
  'POST /admin/v1/keys/:id/rotate': 'change',
  'DELETE /admin/v1/keys/:id': 'change',
  'GET /admin/v1/teams': 'read',
  'GET /admin/v1/teams/:id': 'read',
  'POST /admin/v1/teams': 'change',
  'PATCH /admin/v1/teams/:id': 'change',
  'DELETE /admin/v1/teams/:id': 'change',
  'GET /admin/v1/callers': 'read',
  'POST /admin/v1/callers': 'change',
  'PUT /admin/v1/callers/:id': 'change',
  'DELETE /admin/v1/callers/:id': 'change',
  'POST /admin/v1/decisions': 'change',
  'GET /admin/v1/corpus': 'read',
  'GET /admin/v1/corpus/documents': 'read',
  'GET /admin/v1/corpus/search': 'read',
  'POST /admin/v1/corpus/documents': 'change',
  'DELETE /admin/v1/corpus/documents': 'change',
  'GET /admin/v1/sources': 'read',
  // But for sources outside, which may cost: the route itself refuses those.
  'POST /admin/v1/trials': 'read',
  'GET /admin/v1/reports': 'read',
  'DELETE /admin/v1/reports/:id': 'change',
  'GET /admin/v1/shared-checks': 'read',
  'DELETE /admin/v1/shared-checks/:id': 'change',
  'GET /admin/v1/usage': 'read',
  'GET /admin/v1/audit': 'read',
  'GET /admin/v1/overview': 'read',
  'GET /admin/v1/traffic': 'read',
  'GET /admin/v1/webhooks': 'read',
  'GET /admin/v1/webhooks/messages': 'read',
  'POST /admin/v1/webhooks/:id/retry': 'change',
  'DELETE /admin/v1/webhooks/:id': 'change',
};

/** What is on no list is for the role admin. @param pattern of the route. */
export function classOf(method: string, pattern: string | undefined): RouteClass {
  return ROUTE_CLASSES[`${method === 'HEAD' ? 'GET' : method} ${pattern}`] ?? 'change';
}
