import { afterAll, beforeAll, expect, it } from 'vitest';
import { readRecords } from '../../src/documents/read/records.ts';
import { readStructured } from '../../src/structured/index.ts';
import { CodeCounter } from '../support/work/code-counter.ts';

/** Mostly the same, however long: the reading of the whole is part of it. */
const MAX_TIMES = 1.5;

const counter = new CodeCounter((url) => /\/src\/(?:structured|documents)\//.test(url));
beforeAll(() => counter.start());
afterAll(() => counter.stop());

const oneText = (sentences: number) => `[{"note":${JSON.stringify('Say "no".\n'.repeat(sentences))}}]`;
const workPerCharacter = async (text: string) =>
  (await counter.count(async () => readRecords(Buffer.from(text), 'json'))) / text.length;

it('finds the places of all sentences of a text in time linear in it', async () => {
  const short = await workPerCharacter(oneText(1_000));
  expect((await workPerCharacter(oneText(8_000))) / short).toBeLessThan(MAX_TIMES);
});

it('finds the very characters of a sentence, however far from the beginning of its text and in any order', () => {
  const text = oneText(1_000);
  const read = readStructured(text, 'json');
  const written = [...read.spans].reverse().map((span) => {
    const { span: place } = read.place(span);
    return text.slice(place.start, place.end);
  });
  expect(new Set(written.slice(0, -2))).toEqual(new Set(['Say \\"no\\".']));
});
