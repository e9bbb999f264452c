import { expect, it } from 'vitest';
import { readRecordSources, structuredOf } from '../../src/answer/readable-source.ts';
import type { AnswerSource } from '../../src/index.ts';

const read = async (...sources: AnswerSource[]) => {
  let pauses = 0;
  await readRecordSources(sources, async () => {
    pauses += 1;
  });
  return pauses;
};

it('refuses a text that is not of its format with the position', async () => {
  await expect(
    read(
      { id: 'x', text: 'x' },
      { id: 'a', text: '{"n": 1}', format: 'json' },
      { id: 'b', text: '{"n": 1,\n}', format: 'json' },
    ),
  ).rejects.toMatchObject({
    code: 'invalid_request',
    message: 'sources[2].text must be JSON, got a fault at line 2, column 1.',
    details: { field: 'sources[2].text' },
  });
});

it('reads each source once, with turns for others in long ones', async () => {
  const many = Array.from({ length: 5_000 }, (_, i) => i);
  const csv: AnswerSource = { id: 'a', text: ['n', ...many].join('\n'), format: 'csv' };
  const object = Object.fromEntries(many.map((i) => [`key_${i}`, i]));
  const json: AnswerSource = { id: 'b', text: JSON.stringify(object), format: 'json' };
  expect(await read(csv)).toBeGreaterThan(1_000);
  const first = structuredOf(csv);
  expect(await read(csv)).toBe(0);
  expect(structuredOf(csv)).toBe(first);
  expect(await read(json)).toBeGreaterThan(30);
});
