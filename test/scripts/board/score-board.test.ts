import { describe, expect, it } from 'vitest';
import { boardOf } from '../../../scripts/board/board.ts';
import { BOARD_SET_NAMES } from '../../../scripts/board/board-sets.ts';
import { boardTable } from '../../../scripts/board/board-table.ts';
import { loadBoard } from '../../../scripts/board/load-board.ts';
import { scoreBoard } from '../../../scripts/board/score-board.ts';
import type { AnswerInput, AnswerOptions, Verifier } from '../../../src/index.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { writeBoardFiles } from './board-files.ts';

const { signal } = new AbortController();

/** P(SUPPORTED) of a sentence: .9 where a source has its words, else .2; sentences about dogs are taken for supported. */
function decideSentences({ answer, sources }: AnswerInput, onDecision: AnswerOptions['onDecision']) {
  for (const { 0: text, index } of answer.matchAll(/[A-Z][^.]*\./g)) {
    const start = [...answer.slice(0, index)].length;
    const isKnown = sources.some((source) => source.text.includes(text)) || text.startsWith('Dogs');
    const SUPPORTED = isKnown ? 0.9 : 0.2;
    const decision = { probabilities: { SUPPORTED, UNSUPPORTED: 0, UNCERTAIN: 1 - SUPPORTED } };
    onDecision?.({ start, end: start + text.length, text }, { verdict: 'UNCERTAIN', confidence: 0.5, ...decision });
  }
}

const VERIFIER = {
  fault: undefined,
  prepareAnswer: (input: AnswerInput) => Promise.resolve({ input }),
  verifyPrepared({ input }: { input: AnswerInput }, { onDecision }: AnswerOptions) {
    decideSentences(input, onDecision);
    return Promise.resolve();
  },
} as unknown as Verifier;

async function boardFor(limit: number) {
  const folder = await temporaryFolder();
  await writeBoardFiles(folder);
  const { entries, leftOut } = await loadBoard({ folder, sets: BOARD_SET_NAMES, limit, signal });
  const items = await scoreBoard(entries, { verifier: VERIFIER, concurrency: 3, signal });
  const facts = { version: '1.2.3', settings: { model: 'made-up' }, startedAt: '2026-01-01T00:00:00Z', leftOut };
  return boardOf(items, facts, { resamples: 50, seed: 1 });
}

describe('scoreBoard', () => {
  it('gives the table of made-up files in the layouts of the publishers', async () => {
    expect(boardTable(await boardFor(Number.POSITIVE_INFINITY))).toMatchSnapshot();
  });

  it('scores an answer by its least supported sentence, and sentences by the labels that touch them', async () => {
    const { lines } = await boardFor(1);
    const of = (set: string, part: string) =>
      lines
        .filter((line) => line.set === set && line.part === part)
        .map(({ unit, rows, supported }) => [unit, rows, supported]);
    expect(of('RAGTruth', 'QA')).toEqual([
      ['answers', 2, 0.5],
      ['sentences', 3, 2 / 3],
    ]);
    expect(of('FaithBench', 'all')).toEqual([['answers', 1, 1]]);
    expect(of('RAGTruth', 'two')).toEqual([
      ['answers', 3, 0],
      ['sentences', 6, 0.5],
    ]);
  });
});
