import { expect, it } from 'vitest';
import { closestPassages } from '../../../src/documents/check/closest-passages.ts';
import type { Candidate } from '../../../src/documents/index/finder.ts';
import { passagesOf } from '../../../src/documents/split/split-document.ts';
import { normaliseForModel } from '../../../src/text/index.ts';
import { noPause, textDocument } from '../support/text-document.ts';

function found(file: string, text: string, sentence = 0): Candidate {
  const [passage] = passagesOf(textDocument(file, text));
  return { passage: passage!, sentence };
}

async function closest(claim: string, ...candidates: readonly Candidate[]): Promise<string[]> {
  const passages = await closestPassages(normaliseForModel(claim), candidates, noPause);
  return passages.map(({ file }) => file);
}

const LYON = 'The plant in Lyon makes pumps. It opened in 2014. It was enlarged twice.';

it('counts the words of the whole passage, not only those of the sentence that was found', async () => {
  const lyon = found('lyon.txt', LYON, 1);
  const museum = found('museum.txt', 'The museum opened in 2014. It shows old coins. Visitors like the coins.');
  expect(await closest('The Lyon plant opened in 2014.', museum, lyon)).toEqual(['lyon.txt']);
});

it('gives a passage that says another number, behind the one that has it', async () => {
  const earlier = found('earlier.txt', 'The plant in Lyon opened in 2013.');
  const later = found('later.txt', 'The plant in Lyon opened in 2014.');
  const graz = found('graz.txt', 'The school in Graz opened in 2014.');
  expect(await closest('The plant in Lyon opened in 2014.', earlier, graz, later)).toEqual([
    'later.txt',
    'earlier.txt',
  ]);
});

it('takes a number by its value, however it is written', async () => {
  const digits = found('digits.txt', 'The works made 12 engines.');
  const other = found('other.txt', 'The works made chairs of oak, and chairs of ash.');
  expect(await closest('The works made twelve engines.', other, digits)).toEqual(['digits.txt']);
});

it('prefers the shorter of two passages that hold the same words', async () => {
  const long = found('long.txt', `${LYON} ${'Other towns have other works. '.repeat(40)}`);
  const short = found('short.txt', LYON);
  expect(await closest('The plant in Lyon makes pumps.', long, short)).toEqual(['short.txt']);
});

it('gives four passages at most, and none where nothing was found', async () => {
  const same = Array.from({ length: 6 }, (_, i) => found(`${i}.txt`, LYON));
  expect(await closest('The plant in Lyon makes pumps.', ...same)).toEqual(['0.txt', '1.txt', '2.txt', '3.txt']);
  expect(await closest('The plant in Lyon makes pumps.')).toEqual([]);
});
