/** A command that cannot go on. Its message is one line for the person at the terminal. */
export class CommandFailed extends Error {
  /** 1: it failed; 2: it was used wrongly. */
  readonly exitCode: 1 | 2;

  constructor(message: string, exitCode: 1 | 2 = 1) {
    super(message);
    this.name = 'CommandFailed';
    this.exitCode = exitCode;
  }
}
