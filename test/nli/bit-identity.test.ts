import { fc, it } from '@fast-check/vitest';
import { afterAll, beforeAll, describe, expect } from 'vitest';
import { assembleBatch } from '../../src/nli/batch.ts';
import { createTokenizer } from '../../src/nli/tokenizer.ts';
import type { CrossEncoder, NliScores, Pair, Phase } from '../../src/nli/types.ts';
import { openSession } from '../../src/nli/workers/onnx-session.ts';
import { COMPACT_MODEL, goldenRows, openEncoder, openModel, VERDICT_MODEL } from './support/models.ts';
import { scorePairs } from './support/score-pairs.ts';

/** Texts of 9 to 120 tokens a pair: the golden ones, and some whose premise is three of them. */
function textsOf(dir: string) {
  const rows = goldenRows(dir);
  const joined = rows.slice(0, 8).map((row, i) => ({
    hypothesis: row.hypothesis,
    premise: rows
      .slice(i, i + 3)
      .map(({ premise }) => premise)
      .join(' '),
  }));
  return [...rows, ...joined];
}

describe.each([
  ['claim-nli', VERDICT_MODEL, 8],
  ['claim-nli-compact', COMPACT_MODEL, 40],
])('logits of a session on %s', (_, dir, numRuns) => {
  let pairs: Pair[];
  let alone: number[][];
  let read: (chosen: readonly Pair[]) => Promise<number[][]>;

  beforeAll(async () => {
    const graph = await openGraph(dir, 'cpu');
    pairs = pairsOf(textsOf(dir), graph.tokenize);
    read = graph.read;
    alone = [];
    for (const pair of pairs) alone.push(...(await read([pair])));
  });

  const batches = fc.array(fc.nat(27), { minLength: 2, maxLength: 12 });

  it.prop([batches], { numRuns })('are the same bits alone and in any batch, with any padding', async (batch) => {
    expect(await read(batch.map((index) => pairs[index]!))).toEqual(batch.map((index) => alone[index]));
  });

  it('differ from pair to pair, so that this says something', () => {
    expect(new Set(alone.map(([first]) => first)).size).toBeGreaterThan(pairs.length * 0.9);
  });
});

const LENGTHS = [200, 300, 400, 512];

describe.each([
  ['claim-nli, integer graph', VERDICT_MODEL, 'cpu'],
  ['claim-nli, float graph', VERDICT_MODEL, 'cuda'],
  ['claim-nli-compact', COMPACT_MODEL, 'cpu'],
] as const)('logits of pairs of 200 to 512 tokens on %s', (_, dir, graph) => {
  let pairs: Pair[];
  let overhead: number;
  let alone: number[][];
  let read: (chosen: readonly number[]) => Promise<number[][]>;

  beforeAll(async () => {
    const opened = await openGraph(dir, graph);
    const rows = pairsOf(goldenRows(dir), opened.tokenize);
    overhead = opened.overhead;
    const long = LENGTHS.map((length, i) => lengthened(rows, i, length - overhead));
    pairs = [...long, ...rows.slice(0, 2)];
    read = (chosen) => opened.read(chosen.map((index) => pairs[index]!));
    alone = [];
    for (const index of pairs.keys()) alone.push(...(await read([index])));
  });

  it('are of pairs of these lengths, each with its own logits', () => {
    const lengths = pairs.map(({ premise, hypothesis }) => overhead + premise.ids.length + hypothesis.ids.length);
    expect(lengths.slice(0, 4)).toEqual(LENGTHS);
    expect(Math.max(...lengths.slice(4))).toBeLessThan(50);
    expect(new Set(alone.map(([first]) => first)).size).toBe(pairs.length);
  });

  it.each([
    ['200 tokens and a padded short pair', [4, 0]],
    ['300 tokens and a padded short pair', [1, 5]],
    ['400 tokens and a padded short pair', [5, 2]],
    ['512 tokens and a padded short pair', [3, 4]],
    ['512 tokens and padded pairs of 400, 300 and 200', [0, 1, 2, 3]],
  ])('are the same bits alone and in a batch of %s', async (_name, batch) => {
    expect(await read(batch)).toEqual(batch.map((index) => alone[index]));
  });
});

describe('scores of both bundled models in one pool', () => {
  let encoder: CrossEncoder;
  const pairs: Record<Phase, Pair[]> = { evidence: [], verdict: [] };
  const alone: Record<Phase, NliScores[]> = { evidence: [], verdict: [] };

  beforeAll(async () => {
    encoder = await openEncoder(VERDICT_MODEL, { evidence: { dir: COMPACT_MODEL }, workers: 2 });
    for (const phase of ['evidence', 'verdict'] as const) {
      pairs[phase] = pairsOf(textsOf(VERDICT_MODEL), (text) => encoder[phase]!.tokenize(text));
      for (const pair of pairs[phase]) alone[phase].push(...(await scorePairs(encoder, [pair], { phase })));
    }
  });
  afterAll(() => encoder.close());

  const asked = fc.record({
    evidence: fc.array(fc.nat(27), { minLength: 1, maxLength: 30 }),
    verdict: fc.array(fc.nat(27), { minLength: 1, maxLength: 6 }),
  });

  it.prop([fc.array(asked, { minLength: 2, maxLength: 4 })], { numRuns: 4 })(
    'are the same bits through both phases, beside any other request in any phase',
    async (requests) => {
      const answers = await Promise.all(requests.map((request) => throughBoth(encoder, request, pairs)));
      expect(answers).toEqual(
        requests.map(({ evidence, verdict }) => ({
          evidence: evidence.map((index) => alone.evidence[index]),
          verdict: verdict.map((index) => alone.verdict[index]),
        })),
      );
    },
  );

  it('are those of two models', () => {
    expect(alone.verdict).not.toEqual(alone.evidence);
  });
});

function pairsOf(
  texts: readonly { premise: string; hypothesis: string }[],
  tokenize: (text: string) => Pair['premise'],
): Pair[] {
  return texts.map(({ premise, hypothesis }) => ({ premise: tokenize(premise), hypothesis: tokenize(hypothesis) }));
}

/** A pair of so many tokens, special ones not counted, made of the texts of all pairs from the given one on. */
function lengthened(pairs: readonly Pair[], from: number, tokens: number): Pair {
  const { premise, hypothesis } = pairs[from]!;
  const ids: number[] = [];
  for (let i = from; ids.length < tokens; i += 1) ids.push(...pairs[i % pairs.length]!.premise.ids);
  return { premise: { ...premise, ids: Int32Array.from(ids.slice(0, tokens - hypothesis.ids.length)) }, hypothesis };
}

/** A session on a graph of a model: how its texts become tokens, and the logits of pairs in one batch. */
async function openGraph(dir: string, graph: 'cpu' | 'cuda') {
  const model = await openModel(dir);
  const tokenizer = createTokenizer(model);
  const { template } = tokenizer;
  const session = await openSession({ dir, graph: model.graphs[graph], provider: 'cpu', threads: 1 });
  return {
    overhead: template.overhead,
    tokenize: (text: string) => tokenizer.tokenize(text),
    async read(pairs: readonly Pair[]) {
      const logits = await session.run(assembleBatch(pairs, template, model.padTokenId));
      return pairs.map((_, row) => [...logits.subarray(row * 3, row * 3 + 3)]);
    },
  };
}

/** Asks for some pairs of the first phase, and after their answers for some of the second. */
async function throughBoth(
  encoder: CrossEncoder,
  request: Readonly<Record<Phase, readonly number[]>>,
  pairs: Readonly<Record<Phase, readonly Pair[]>>,
) {
  const permit = encoder.admit(1);
  const ask = (phase: Phase) =>
    permit.score(
      phase,
      request[phase].map((index) => pairs[phase][index]!),
    );
  try {
    return { evidence: await ask('evidence'), verdict: await ask('verdict') };
  } finally {
    permit.end();
  }
}
