import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

const jsonl = (rows: readonly object[]) => rows.map((row) => `${JSON.stringify(row)}\n`).join('');

/** Two answers to a source: one copied from it, one with its own sentence, whose words are the label, in code points. */
function ragTruthLine(source_id: number, source: unknown, [copied, wrong]: readonly [string, string]) {
  const before = `${copied} \u{1F600} `;
  const start = [...before].length;
  const label = { start, end: start + wrong.length, text: wrong, label_type: 'Evident Conflict', implicit_true: false };
  return {
    source_id,
    source,
    responses: [
      { response: copied, model: 'one', labels: [] },
      { response: before + wrong, model: 'two', labels: [label] },
    ],
  };
}

const ANIMALS = ['Bees hum.', 'Cats sleep.', 'Dogs bark.', 'Eels swim.', 'Foxes run.'] as const;
const wrongOf = (animal: string) => animal.replace(/ \w+/, ' sing');

/** Made-up files of five rows in each publisher's layout, by their paths in the publishers' repositories. */
export const BOARD_FILES: Readonly<Record<string, string>> = {
  'FaithJudge/eval_data/ragtruth_qa.jsonl': jsonl(
    ANIMALS.map((animal, i) =>
      ragTruthLine(i, { question: 'Who?', passages: `passage 1:${animal}\n\npassage 2:Grass grows.\n\n` }, [
        animal,
        wrongOf(animal),
      ]),
    ),
  ),
  'FaithJudge/eval_data/ragtruth_summary.jsonl': jsonl(
    ANIMALS.map((animal, i) => ragTruthLine(10 + i, `It is known. ${animal}`, [animal, wrongOf(animal)])),
  ),
  'FaithJudge/eval_data/ragtruth_data2txt.jsonl': jsonl(
    ANIMALS.map((animal, i) => ragTruthLine(20 + i, { name: animal, open: true }, [animal, wrongOf(animal)])),
  ),
  'FaithBench/FaithBench.csv': [
    'source,summary,LLM,worst-label,best-label',
    '"Bees hum.\nCats sleep.",Bees hum.,lab/a,Consistent,Consistent',
    '"Bees hum.\nCats sleep.","Bees ""sing"".",lab/b,Unwanted,Benign',
    'Dogs bark.,Dogs bark.,lab/a,Benign,Consistent',
    'Dogs bark.,Dogs sing.,lab/b,Questionable,Benign',
    'Dogs bark.,Dogs fly.,lab/a,Unwanted,Unwanted',
    '',
  ].join('\n'),
  'Factcheck-GPT/subtasks/subtask3_claim_evidence_stance.jsonl': jsonl(
    ['completely support', 'partially support', 'refute', 'irrelevant', 'completely support'].map((stance, i) => ({
      claim: stance === 'completely support' ? ANIMALS[i] : wrongOf(ANIMALS[i]!),
      evidence: ANIMALS[i],
      stance,
    })),
  ),
  'wice/data/entailment_retrieval/claim/test.jsonl': jsonl(
    ['supported', 'partially_supported', 'not_supported', 'supported', 'not_supported'].map((label, i) => ({
      label,
      supporting_sentences: [[0]],
      claim: label === 'supported' ? ANIMALS[i] : wrongOf(ANIMALS[i]!),
      evidence: [ANIMALS[i], 'Grass grows.'],
      meta: { id: `test${i}` },
    })),
  ),
};

export async function writeBoardFiles(folder: string, files = BOARD_FILES): Promise<void> {
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), text);
  }
}
