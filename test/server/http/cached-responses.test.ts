import { type FastifyPluginAsync, fastify } from 'fastify';
import { expect, it } from 'vitest';
import { responsesWhenAsked, serveCached } from '../../../src/server/http/cached-responses.ts';

/** A server of what `paths` names of a plugin, and the paths that the plugin was asked for. */
function serverOf(paths: readonly string[], routes: Readonly<Record<string, () => string>>) {
  const asked: string[] = [];
  const plugin: FastifyPluginAsync = async (app) => {
    asked.push('opened');
    for (const [path, text] of Object.entries(routes))
      app.get(path, async () => {
        asked.push(path);
        return text();
      });
  };
  const app = fastify();
  serveCached(app, responsesWhenAsked(paths, plugin));
  return { app, asked };
}

it('a response is made when it is first asked for, and once', async () => {
  const { app, asked } = serverOf(['/a', '/b'], { '/a': () => 'text', '/b': () => 'never asked for' });
  await app.ready();
  expect(asked).toEqual([]);
  for (let n = 0; n < 2; n += 1) expect(await app.inject('/a')).toMatchObject({ statusCode: 200, body: 'text' });
  expect(asked).toEqual(['opened', '/a']);
});

it('a response that failed is made again', async () => {
  let broken = true;
  const text = () => {
    if (broken) throw new Error('no file can be opened');
    return 'text';
  };
  const { app, asked } = serverOf(['/a'], { '/a': text });
  expect((await app.inject('/a')).statusCode).toBe(500);
  broken = false;
  expect(await app.inject('/a')).toMatchObject({ statusCode: 200, body: 'text' });
  expect(asked).toEqual(['opened', '/a', '/a']);
});

it('a route of the plugin that no path leads to is found by the first request', async () => {
  const { app } = serverOf(['/a'], { '/a': () => 'text', '/forgotten': () => 'text' });
  const reply = await app.inject('/a');
  expect([reply.statusCode, reply.json().message]).toEqual([500, expect.stringContaining('/forgotten')]);
});
