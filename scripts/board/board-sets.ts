import { z } from 'zod';
import type { BoardReader, BoardReading, BoardRow } from './board-row.ts';

export interface BoardFile {
  /** Ends of the path in the publisher's repository, the most specific first; the first that a folder has is read. */
  readonly paths: readonly string[];
  readonly task?: string;
  readonly read: BoardReader;
}

export interface BoardSet {
  readonly name: string;
  /** Repository, commit and license. */
  readonly publisher: string;
  readonly files: readonly BoardFile[];
}

const identifier = z.union([z.string(), z.number()]).transform(String);
const offset = z.number().int().min(0);

/** `{source_id, source, responses: [{response, model, labels: [{start, end}]}]}`: a line for each source. */
function ragTruth(source: z.ZodType<readonly string[]>, shared: Pick<BoardRow, 'format'> = {}): BoardReader {
  const line = z.object({
    source_id: identifier,
    source,
    responses: z.array(
      z.object({
        response: z.string(),
        model: z.string(),
        labels: z.array(z.object({ start: offset, end: offset })),
      }),
    ),
  });
  return (columns) => {
    const { source_id: sourceId, source: sources, responses } = line.parse(columns);
    const rows = responses.map(({ response: answer, model: generator, labels }): BoardRow => {
      const label = labels.length === 0 ? 'SUPPORTED' : 'NOT_SUPPORTED';
      return { ...shared, sourceId, sources, answer, generator, label, unsupported: labels };
    });
    return { rows };
  };
}

/** One text "passage 1: ... passage 2: ..." as a source for each passage, as a RAG application sends them. */
const passages = z
  .object({ passages: z.string() })
  .transform(({ passages: text }) => text.split(/^passage \d+:/m).flatMap((one) => one.trim() || []));
const article = z.string().transform((text) => [text]);
const record = z.record(z.string(), z.unknown()).transform((fields) => [JSON.stringify(fields)]);

const FAITHBENCH_LABELS: ReadonlyMap<string, BoardRow['label']> = new Map([
  ['Consistent', 'SUPPORTED'],
  ['Benign', 'SUPPORTED'],
  ['Unwanted', 'NOT_SUPPORTED'],
  ['Unwanted.Intrinsic', 'NOT_SUPPORTED'],
  ['Unwanted.Instrinsic', 'NOT_SUPPORTED'],
  ['Unwanted.Extrinsic', 'NOT_SUPPORTED'],
]);
const faithBenchLine = z.object({
  source: z.string(),
  summary: z.string(),
  LLM: z.string(),
  'worst-label': z.enum(['Questionable', ...FAITHBENCH_LABELS.keys()]),
});

/** The label is the worst of the annotators'; Questionable is neither side. */
const readFaithBench: BoardReader = (columns) => {
  const { source, summary: answer, LLM: generator, 'worst-label': word } = faithBenchLine.parse(columns);
  const label = FAITHBENCH_LABELS.get(word);
  if (label === undefined) return { leftOut: `label ${word}` };
  return { rows: [{ sourceId: source, sources: [source], answer, generator, label }] };
};

const stanceLine = z.object({
  claim: z.string(),
  evidence: z.string(),
  stance: z.enum(['completely support', 'partially support', 'refute', 'irrelevant']),
});

const readStance: BoardReader = (columns) => {
  const { claim, evidence, stance } = stanceLine.parse(columns);
  return oneClaim(claim, evidence, stance === 'completely support');
};

const wiceLine = z.object({
  claim: z.string(),
  evidence: z.array(z.string()),
  label: z.enum(['supported', 'partially_supported', 'not_supported']),
});

const readWice: BoardReader = (columns) => {
  const { claim, evidence, label } = wiceLine.parse(columns);
  return oneClaim(claim, evidence.join('\n'), label === 'supported');
};

function oneClaim(answer: string, source: string, isSupported: boolean): BoardReading {
  const label = isSupported ? 'SUPPORTED' : 'NOT_SUPPORTED';
  return { rows: [{ sourceId: source, sources: [source], answer, label }] };
}

/** The public test sets in their publishers' layouts. None of their rows is shipped or trained on. */
export const BOARD_SETS = {
  ragtruth: {
    name: 'RAGTruth',
    publisher: 'vectara/FaithJudge@ca35eb4, eval_data/ragtruth_*.jsonl',
    files: [
      { paths: ['ragtruth_qa.jsonl'], task: 'QA', read: ragTruth(passages) },
      { paths: ['ragtruth_summary.jsonl'], task: 'summary', read: ragTruth(article) },
      { paths: ['ragtruth_data2txt.jsonl'], task: 'data-to-text', read: ragTruth(record, { format: 'json' }) },
    ],
  },
  faithbench: {
    name: 'FaithBench',
    publisher: 'vectara/FaithBench@cf89797, FaithBench.csv',
    files: [{ paths: ['FaithBench.csv'], read: readFaithBench }],
  },
  factcheck: {
    name: 'Factcheck-GPT',
    publisher: 'yuxiaw/Factcheck-GPT@a9e6a04, subtasks/subtask3_claim_evidence_stance.jsonl',
    files: [{ paths: ['subtask3_claim_evidence_stance.jsonl'], read: readStance }],
  },
  wice: {
    name: 'WiCE',
    publisher: 'ryokamoi/wice@ddeb6c1, data/entailment_retrieval/claim/test.jsonl',
    files: [{ paths: ['entailment_retrieval/claim/test.jsonl', 'claim/test.jsonl', 'test.jsonl'], read: readWice }],
  },
} as const satisfies Record<string, BoardSet>;

export type BoardSetName = keyof typeof BOARD_SETS;
export const BOARD_SET_NAMES = Object.keys(BOARD_SETS) as BoardSetName[];
