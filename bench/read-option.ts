/** @returns what the command line says in `--name=`; `undefined` where it does not. */
export const readOption = (name: string): string | undefined =>
  process.argv.find((arg) => arg.startsWith(`--${name}=`))?.slice(name.length + 3);
