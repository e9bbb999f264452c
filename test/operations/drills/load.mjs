/**
 * node test/operations/drills/load.mjs PORT KEY [SECONDS] [CALLERS]: callers (16) that ask, one after the other, for
 * claims and sources of every length up to the longest, never the same twice. Prints the service's memory as it goes.
 */
const [port, key, seconds = '120', callers = '16'] = process.argv.slice(2);
const WORDS =
  'the mill employs twelve people and was sold in 1921 for about three million dollars by its owner Berg to a bank of Oslo that never opened'.split(
    ' ',
  );
const word = () => WORDS[Math.floor(Math.random() * WORDS.length)];
const sentence = () => `The ${Array.from({ length: 4 + Math.floor(Math.random() * 16) }, word).join(' ')}. `;

function text(longest) {
  const length = Math.ceil(Math.random() ** 2 * longest);
  let written = sentence();
  while (written.length < length) written += sentence();
  return written.slice(0, longest);
}

const statuses = {};
const until = Date.now() + Number(seconds) * 1_000;
async function caller() {
  while (Date.now() < until) {
    const answer = await fetch(`http://127.0.0.1:${port}/v1/verify`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify({ claim: text(500), grounding_source: text(10_000) }),
    });
    await answer.text();
    statuses[answer.status] = (statuses[answer.status] ?? 0) + 1;
  }
}

async function watch() {
  while (Date.now() < until) {
    const metrics = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
    const [, bytes] = /^process_resident_memory_bytes (\S+)/m.exec(metrics);
    const left = Math.round((until - Date.now()) / 1_000);
    console.log(`${left} s left: ${Math.round(Number(bytes) / 1e6)} MB resident, answers ${JSON.stringify(statuses)}`);
    await new Promise((resolve) => setTimeout(resolve, 15_000));
  }
}

await Promise.all([watch(), ...Array.from({ length: Number(callers) }, caller)]);
console.log(JSON.stringify(statuses));
