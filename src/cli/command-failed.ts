/** A command that cannot go on. Its message is one line for the person at the terminal. */
export class CommandFailed extends Error {
  /** 1: it failed; 2: it was used wrongly; 3: it found what it was to fail on. */
  readonly exitCode: 1 | 2 | 3;

  constructor(message: string, exitCode: 1 | 2 | 3 = 1) {
    super(message);
    this.name = 'CommandFailed';
    this.exitCode = exitCode;
  }
}

const FILE_FAULTS: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file',
  EACCES: 'access is denied',
  EPERM: 'access is denied',
  EROFS: 'the disk is read-only',
  EEXIST: 'a file, or a link that leads nowhere, has the name of a directory',
  EISDIR: 'it is a directory',
  ENOTDIR: 'part of the path is not a directory',
  ENOSPC: 'the disk is full',
};

/**
 * @param what is tried, such as `cannot read texts.jsonl`.
 * @returns a system's error over a file, in words; any other error as it is.
 */
export function explainFileError(what: string, error: unknown): unknown {
  const { code } = error as NodeJS.ErrnoException;
  return code === undefined ? error : new CommandFailed(`${what}: ${FILE_FAULTS[code] ?? code}`);
}

/** @throws CommandFailed where a system's error over a file ends the work. */
export function withFile<T>(what: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw explainFileError(what, error);
  }
}
