/**
 * Runs inside a network namespace: starts the service (the arguments are node's), asks for one verdict and prints as
 * JSON the interfaces there are, the answer, and the sockets that the service holds.
 */
import { spawn } from 'node:child_process';
import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { request } from 'node:http';
import { networkInterfaces } from 'node:os';

const child = spawn(process.execPath, process.argv.slice(2), { stdio: ['ignore', 'pipe', 'inherit'] });
let log = '';
child.stdout.on('data', (chunk) => {
  log += chunk;
});
child.on('exit', (code) => {
  if (code !== 0) throw new Error(`The service ended with ${code}:\n${log}`);
});

/** Node's own client without a pool: nothing stays open after an answer. */
function ask(path, { body, ...options } = {}) {
  const port = /Server listening at http:\/\/[^"]*:(\d+)"/.exec(log)?.[1];
  return new Promise((resolve) => {
    const sent = request({ host: '127.0.0.1', port, path, agent: false, ...options }, (answer) => {
      let text = '';
      answer.on('data', (chunk) => {
        text += chunk;
      });
      answer.on('end', () => resolve({ status: answer.statusCode, text }));
    });
    sent.on('error', () => resolve({ status: 0, text: '' }));
    sent.end(body);
  });
}

while ((await ask('/health/ready')).status !== 200) await new Promise((resolve) => setTimeout(resolve, 50));
const key = /^ {2}(cvs_\S+)$/m.exec(log)[1];
const answer = await ask('/v1/verify', {
  method: 'POST',
  headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
  body: JSON.stringify({ claim: 'It was founded in 1990.', grounding_source: 'It was founded in 1990, in Oslo.' }),
});

const own = new Set(
  readdirSync(`/proc/${child.pid}/fd`).flatMap((fd) => {
    try {
      return /^socket:\[(\d+)\]$/.exec(readlinkSync(`/proc/${child.pid}/fd/${fd}`))?.[1] ?? [];
    } catch {
      return [];
    }
  }),
);
/** The port of an address as the kernel writes it, such as 0100007F:1F90. */
const portOf = (address) => Number.parseInt(address.split(':')[1], 16);
const LISTENING = '0A';
const sockets = ['tcp', 'tcp6', 'udp', 'udp6', 'raw', 'raw6'].flatMap((kind) =>
  readFileSync(`/proc/${child.pid}/net/${kind}`, 'utf8')
    .trim()
    .split('\n')
    .slice(1)
    .map((line) => line.trim().split(/\s+/))
    .filter((columns) => own.has(columns[9]))
    .map(([, local, , state]) => ({ kind, port: portOf(local), listens: state === LISTENING })),
);
const ports = sockets.filter(({ listens }) => listens).map(({ port }) => port);
/** Callers' connections are on the port that they called. */
const others = sockets.filter(({ port }) => !ports.includes(port));
const { verdict } = JSON.parse(answer.text);
console.log(
  JSON.stringify({
    interfaces: Object.keys(networkInterfaces()),
    status: answer.status,
    verdict,
    listening: ports.length,
    others,
  }),
);
child.kill('SIGTERM');
