/** What is wrong with a request. Each provider says it in a body of its own. */
export interface Problem {
  readonly message: string;
  /** The field, where OpenAI's dialect names it. */
  readonly param?: string;
  /** OpenAI's machine word. */
  readonly code?: string;
  /** Google's. */
  readonly details?: readonly object[];
}

/** Ends the reading of a request. */
export class Refusal extends Error {
  readonly problem: Problem;

  constructor(problem: Problem) {
    super('the simulated provider refused the request');
    this.name = 'Refusal';
    this.problem = problem;
  }
}

/** @throws Refusal always; the provider's 400 is made of it. */
export function refuse(message: string, more: Omit<Problem, 'message'> = {}): never {
  throw new Refusal({ message, ...more });
}
