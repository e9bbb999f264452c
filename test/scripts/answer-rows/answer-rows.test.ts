import { expect, it } from 'vitest';
import {
  answerRows,
  answerRowsReport,
  type JudgedRow,
  type RowInFile,
} from '../../../scripts/answer-rows/answer-rows.ts';

const record = (id: string, grounding_source: string): RowInFile => ({
  ...{
    id,
    set: 'records',
    category: 'status',
    label: 'SUPPORTED',
    claim: 'It failed.',
    grounding_source,
    format: 'json',
  },
});
const missing: RowInFile = {
  ...{ id: 'm-1', set: 'missing-reasons', label: 'UNCERTAIN', claim: 'It opened in 2022.' },
  ...{ reason: 'needs_date', must: 'appear', sources: [{ id: '1', text: 'It opened last year.' }] },
};

it('gives a source its format and each row the half of its sources', () => {
  const rows = answerRows([record('r-1', '{"status": "failed"}'), record('r-2', '{"state": "lost"}'), missing]);
  expect(rows.map(({ sources }) => sources)).toEqual([
    [{ id: '1', text: '{"status": "failed"}', format: 'json' }],
    [{ id: '1', text: '{"state": "lost"}', format: 'json' }],
    [{ id: '1', text: 'It opened last year.' }],
  ]);
  expect(rows.map(({ half }) => half)).toEqual(['reporting', 'reporting', 'tuning']);
});

it('counts right verdicts, and reasons that are there or absent as they must be', () => {
  const judged = (row: RowInFile, verdict: JudgedRow['verdict'], ...codes: string[]): JudgedRow => ({
    ...{ row, half: 'tuning', sources: [], verdict, codes },
  });
  const settled: RowInFile = { ...missing, label: 'SUPPORTED' };
  const absent: RowInFile = { ...missing, must: 'not appear' };
  const report = answerRowsReport([
    judged(record('r-1', '{}'), 'SUPPORTED'),
    judged(record('r-2', '{}'), 'UNCERTAIN'),
    judged(missing, 'UNCERTAIN', 'needs_date'),
    judged(missing, 'UNCERTAIN', 'date_differs'),
    judged(settled, 'SUPPORTED'),
    judged({ ...settled, label: 'UNSUPPORTED' }, 'UNSUPPORTED'),
    judged(absent, 'UNCERTAIN', 'date_differs'),
    judged(absent, 'UNSUPPORTED', 'needs_date'),
  ]);
  expect(report.split('\n')).toEqual([
    'records\ttuning\tright\t1 of 2 (0.500)',
    'records\ttuning\tstatus\t1 of 2 (0.500)',
    'missing-reasons\ttuning\tright\t5 of 6 (0.833)',
    'missing-reasons\ttuning\tneeds_date must appear\t3 of 4 (0.750)',
    'missing-reasons\ttuning\tneeds_date must not appear\t1 of 2 (0.500)',
  ]);
});
