/**
 * node test/operations/drills/connections.mjs PORT KEY [COUNT]: opens COUNT connections (10,000) of each hostile kind to
 * a running service, and meanwhile times a claim and reads its memory from /metrics.
 * Needs `ulimit -n` above COUNT on both sides.
 */
import { once } from 'node:events';
import { connect } from 'node:net';

const [port, key, count = '10000'] = process.argv.slice(2);
const HEAD = `POST /v1/verify HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${key}\r\nContent-Type: application/json\r\nContent-Length: 80\r\n`;
const KINDS = {
  'idle, nothing sent': () => {},
  'headers that never end': (socket) => socket.write(HEAD),
  'a body that never ends': (socket) => socket.write(`${HEAD}\r\n{"claim":`),
  'half-closed in the body': (socket) => socket.end(`${HEAD}\r\n{"claim":`),
  'pipelined requests, no answer read': (socket) => {
    socket.pause();
    socket.write('GET /openapi.json HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(100));
  },
  'a flood of headers': (socket) => socket.write(`${HEAD}${'X-Flood: 1\r\n'.repeat(5_000)}`),
};

async function claim() {
  const startedAt = performance.now();
  const answer = await fetch(`http://127.0.0.1:${port}/v1/verify`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ claim: `It is ${Math.random()} high.`, grounding_source: 'It is 12 high. It is old.' }),
  });
  await answer.text();
  return { status: answer.status, ms: Math.round(performance.now() - startedAt) };
}

async function megabytes() {
  const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
  return Math.round(Number(/^process_resident_memory_bytes (\S+)/m.exec(text)[1]) / 1e6);
}

async function drill(act) {
  const sockets = [];
  let ended = 0;
  for (let i = 0; i < Number(count); i += 1) {
    const socket = connect({ port, host: '127.0.0.1' });
    socket.on('error', () => {});
    socket.on('close', () => {
      ended += 1;
    });
    socket.resume();
    await once(socket, 'connect').catch(() => {});
    act(socket);
    sockets.push(socket);
  }
  const during = { ...(await claim()), megabytes: await megabytes(), 'ended by the service': ended };
  for (const socket of sockets) socket.destroy();
  await new Promise((resolve) => setTimeout(resolve, 1_000));
  return { ...during, 'megabytes after': await megabytes() };
}

const table = { before: { ...(await claim()), megabytes: await megabytes() } };
for (const [kind, act] of Object.entries(KINDS)) table[kind] = await drill(act);
console.table(table);
