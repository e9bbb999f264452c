import { existsSync } from 'node:fs';
import { join } from 'node:path';

/** The name of a suite that needs a program of a Debian package, with the reason when it is skipped. */
export function withProgram(program: string, debianPackage: string) {
  const folders = (process.env.PATH ?? '').split(':');
  const isThere = folders.some((folder) => existsSync(join(folder, program)));
  const reason = `there is no ${program}: apt-get install ${debianPackage}`;
  return { isThere, titled: (title: string) => (isThere ? title : `${title} (skipped: ${reason})`) };
}
