import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import pMap from 'p-map';
import { openScoreFile } from '../../src/cli/evaluation/score-file.ts';
import { createVerifier } from '../../src/index.ts';
import { type AnswerRow, answerRows, answerRowsReport, type JudgedRow, type RowInFile } from './answer-rows.ts';

/** Rows that `evaluate` cannot send: several sources, or reasons. test/regression/README.md has the files. */
const { values, positionals } = parseArgs({ allowPositionals: true, options: { scores: { type: 'string' } } });
if (positionals.length === 0) throw new Error('Name at least one file of labelled rows.');

const rows = positionals.flatMap((path) =>
  readFileSync(path, 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as RowInFile),
);
const scores = values.scores === undefined ? undefined : openScoreFile(values.scores);
const unlimited = { maxQueueMs: Number.MAX_SAFE_INTEGER, maxRequestMs: Number.MAX_SAFE_INTEGER };
const verifier = await createVerifier({ ...unlimited, ...(scores && { scoreStore: scores }) });
try {
  const judge = async (row: AnswerRow): Promise<JudgedRow> => {
    const { verdict, sentences } = await verifier.verifyAnswer({ answer: row.row.claim, sources: [...row.sources] });
    return { ...row, verdict, codes: sentences.flatMap(({ reasons }) => reasons.map(({ code }) => code)) };
  };
  console.log(answerRowsReport(await pMap(answerRows(rows), judge, { concurrency: 16 })));
} finally {
  await verifier.close();
  scores?.close();
}
