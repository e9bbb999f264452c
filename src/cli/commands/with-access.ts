import { userInfo } from 'node:os';
import { type Access, openAccess } from '../../access/index.ts';
import { commandAccessSettings, loadConfig } from '../../config.ts';

/** Who changes something by a command, for the audit. */
export const COMMAND_ACTOR = `cli:${userName()}`;

export async function withAccess(work: (access: Access) => Promise<void>): Promise<void> {
  let access: Access | undefined;
  try {
    access = await openAccess(commandAccessSettings(loadConfig()));
    await work(access);
  } finally {
    await access?.close();
  }
}

function userName(): string {
  try {
    return userInfo().username;
  } catch {
    // A container may run under a user id that has no name.
    return `uid-${process.getuid?.() ?? 'unknown'}`;
  }
}
