// A PostgreSQL of a drill's own, in a folder of the drill. Needs PostgreSQL's programs under /usr/lib/postgresql.
import { execFile } from 'node:child_process';
import { appendFile, chown, mkdir, readdir } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/**
 * Starts it in `folder`, which its user must be able to enter. Besides loopback it lets in who comes from `subnet`.
 * @returns its URL; `restart` ends it at once, as a crash does.
 */
export async function startPostgres(folder, { host = '127.0.0.1', subnet } = {}) {
  const [newest] = (await readdir('/usr/lib/postgresql')).sort((left, right) => Number(right) - Number(left));
  const isRoot = process.getuid() === 0;
  const postgres = (program, ...args) => {
    const path = `/usr/lib/postgresql/${newest}/bin/${program}`;
    // It refuses to run as root.
    return isRoot ? run('runuser', ['-u', 'postgres', '--', path, ...args], { cwd: '/' }) : run(path, args);
  };
  const data = join(folder, 'postgres');
  const port = await freePort();
  await mkdir(data, { mode: 0o700 });
  if (isRoot) {
    const { stdout } = await run('id', ['-u', 'postgres']);
    await chown(data, Number(stdout), Number(stdout));
  }
  await postgres('initdb', '-D', join(data, 'data'), '-A', 'trust', '-U', 'postgres');
  if (subnet !== undefined) await appendFile(join(data, 'data', 'pg_hba.conf'), `host all all ${subnet} trust\n`);
  const options = `-p ${port} -k ${data} -c listen_addresses=${host}`;
  const control = (...args) => postgres('pg_ctl', '-D', join(data, 'data'), '-w', '-l', join(data, 'log'), ...args);
  await control('-o', options, 'start');
  return {
    url: `postgres://postgres@${host}:${port}/postgres`,
    restart: () => control('-o', options, '-m', 'immediate', 'restart'),
    stop: () => control('-m', 'immediate', 'stop').catch(() => undefined),
  };
}

function freePort() {
  return new Promise((found) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address();
      server.close(() => found(port));
    });
  });
}
