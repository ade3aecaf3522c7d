/** What an operator may do: `admin` everything, `viewer` look at everything and change nothing. */
export const OPERATOR_ROLES = ['admin', 'viewer'] as const;
export type OperatorRole = (typeof OPERATOR_ROLES)[number];
