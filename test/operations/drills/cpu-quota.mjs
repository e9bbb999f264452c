// A CPU quota for a process of a drill, as a container has it. Needs root and control groups of version 1 or 2.
import { existsSync } from 'node:fs';
import { mkdir, rmdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

const PERIOD_US = 100_000;
const VERSION_1 = '/sys/fs/cgroup/cpu';
const isVersion1 = existsSync(VERSION_1);
const folderOf = (name) => join(isVersion1 ? VERSION_1 : '/sys/fs/cgroup', `cv-drill-${name}`);

/** Puts a process, and what it starts from then on, under a limit of so many CPUs, shared by all processes of the name. */
export async function limitCpus(name, cpus, pid) {
  const folder = folderOf(name);
  await mkdir(folder, { recursive: true });
  const quotaUs = String(Math.round(cpus * PERIOD_US));
  if (isVersion1) await writeFile(join(folder, 'cpu.cfs_quota_us'), quotaUs);
  else await writeFile(join(folder, 'cpu.max'), `${quotaUs} ${PERIOD_US}`);
  await writeFile(join(folder, 'cgroup.procs'), String(pid));
}

/** Once no process is left in it. */
export const removeLimit = (name) => rmdir(folderOf(name)).catch(() => undefined);
