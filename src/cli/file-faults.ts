/** What a system's codes mean for a file that was named on the command line. */
export const FILE_FAULTS: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file',
  EACCES: 'access is denied',
  EPERM: 'access is denied',
  EROFS: 'the disk can only be read',
  EISDIR: 'it is a directory',
  ENOTDIR: 'a part of the path is a file',
  ENOSPC: 'the disk is full',
};
