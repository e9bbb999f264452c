// A small local retriever: passages of the documents of a folder, ranked by BM25.
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

const K1 = 1.2;
const B = 0.75;

const wordsOf = (text) => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];

export async function readPassages(folder) {
  const files = (await readdir(folder)).filter((file) => /\.(md|txt)$/.test(file)).sort();
  const passages = [];
  for (const file of files) {
    const paragraphs = (await readFile(join(folder, file), 'utf8')).split(/\n\s*\n/).map((text) => text.trim());
    const texts = paragraphs.filter((text) => text !== '' && !text.startsWith('#'));
    passages.push(...texts.map((text, index) => ({ id: `${file}#${index + 1}`, text })));
  }
  return passages;
}

export function retriever(passages) {
  const read = passages.map((passage) => ({ passage, words: wordsOf(passage.text) }));
  const average = read.reduce((sum, { words }) => sum + words.length, 0) / read.length;
  const holding = (word) => read.filter(({ words }) => words.includes(word)).length;
  const weightOf = (word) => Math.log(1 + (read.length - holding(word) + 0.5) / (holding(word) + 0.5));
  return (question, count) => {
    const weights = new Map([...new Set(wordsOf(question))].map((word) => [word, weightOf(word)]));
    const scored = read.map(({ passage, words }) => {
      const score = [...weights].reduce((sum, [word, weight]) => {
        const times = words.filter((one) => one === word).length;
        return sum + (weight * times * (K1 + 1)) / (times + K1 * (1 - B + (B * words.length) / average));
      }, 0);
      return { passage, score };
    });
    const found = scored.filter(({ score }) => score > 0).sort((left, right) => right.score - left.score);
    return found.slice(0, count).map(({ passage }) => passage);
  };
}
