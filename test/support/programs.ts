import { existsSync } from 'node:fs';
import { join } from 'node:path';

/** The name of a suite that needs a program that not every machine has, with the command that installs it when it is skipped. */
export function withProgram(program: string, install: string) {
  const folders = (process.env.PATH ?? '').split(':');
  const isThere = folders.some((folder) => existsSync(join(folder, program)));
  const reason = `there is no ${program}: ${install}`;
  return { isThere, titled: (title: string) => (isThere ? title : `${title} (skipped: ${reason})`) };
}
