import { connect } from 'node:net';

/** Runs in a pod: `node -e PROGRAM JSON` tries to connect to each `ADDRESS:PORT` and prints "reached" or the error's code. */
const TIMEOUT_MS = 3000;

function attempt(target: string): Promise<string> {
  const place = target.lastIndexOf(':');
  return new Promise((resolve) => {
    const socket = connect({ host: target.slice(0, place), port: Number(target.slice(place + 1)) });
    const end = (outcome: string) => {
      socket.destroy();
      resolve(outcome);
    };
    socket.setTimeout(TIMEOUT_MS, () => end('no answer'));
    socket.once('connect', () => end('reached'));
    socket.once('error', (error: NodeJS.ErrnoException) => end(error.code ?? error.message));
  });
}

const targets = JSON.parse(process.argv.at(-1) ?? '') as string[];
// A pipe takes long texts in parts.
process.stdout.write(`${JSON.stringify(await Promise.all(targets.map(attempt)))}\n`, () => process.exit(0));
