import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { type Service, startService } from './support/service.ts';

const ADMIN_TOKEN = 'the-token-of-the-operator';

async function newKey(service: Service): Promise<string> {
  const answer = await fetch(`http://127.0.0.1:${await service.port}/admin/v1/keys`, {
    method: 'POST',
    headers: { authorization: `Bearer ${ADMIN_TOKEN}`, 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'customer', limit: 100_000 }),
  });
  return ((await answer.json()) as { key: string }).key;
}

async function verify(service: Service, key: string, [claim, source]: readonly [string, string]): Promise<number> {
  const answer = await fetch(`http://127.0.0.1:${await service.port}/v1/verify`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ claim, grounding_source: source }),
  });
  await answer.arrayBuffer();
  return answer.status;
}

/** As many lines as fit, each ended by a mark that no sentence ends with. */
function lines(seed: number, length: number): string {
  let text = '';
  for (let i = 0; text.length < length; i++) text += `W${(i * 60 + seed).toString(36)} is x${i.toString(36)}\r`;
  return text.slice(0, length);
}

it('one key at its worst has its own requests refused, and none of another', async () => {
  const service = startService({ env: { ADMIN_TOKEN, MAX_QUEUE_MS: '1000', SCORE_CACHE_PAIRS: '0' } });
  await service.ready();
  const [greedy, modest] = [await newKey(service), await newKey(service)];
  const refused = { greedy: 0, modest: 0 };
  let over = false;
  const flood = async (caller: number) => {
    for (let seed = caller; !over; seed += 30) {
      const status = await verify(service, greedy, [lines(seed, 500), lines(seed + 7, 10_000)]);
      if (status === 503) refused.greedy++;
      await sleep(50);
    }
  };
  const floods = Array.from({ length: 30 }, (_, caller) => flood(caller).catch(() => undefined));
  while (refused.greedy === 0) await sleep(10);
  for (let i = 0; i < 10; i++) {
    const short = [`The mill employs ${i} people.`, `The mill employs 12 people. It was sold in ${1900 + i}.`] as const;
    if ((await verify(service, modest, short)) !== 200) refused.modest++;
  }
  over = true;
  service.process.kill('SIGKILL');
  await Promise.all(floods);
  expect(refused.greedy).toBeGreaterThan(20);
  expect(refused.modest).toBe(0);
});
