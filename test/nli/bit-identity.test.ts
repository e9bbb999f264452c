import { fc, it } from '@fast-check/vitest';
import { afterAll, beforeAll, describe, expect } from 'vitest';
import { assembleBatch } from '../../src/nli/batch.ts';
import type { PairTemplate } from '../../src/nli/pair-template.ts';
import { createTokenizer } from '../../src/nli/tokenizer.ts';
import type { CrossEncoder, NliScores, Pair, Phase } from '../../src/nli/types.ts';
import { type EncoderSession, openSession } from '../../src/nli/workers/onnx-session.ts';
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
  let session: EncoderSession;
  let pairs: Pair[];
  let alone: number[][];
  let read: (chosen: readonly Pair[]) => Promise<number[][]>;

  beforeAll(async () => {
    const model = await openModel(dir);
    const tokenizer = createTokenizer(model);
    session = await openSession({ dir, graph: model.graphs.cpu, provider: 'cpu', threads: 1 });
    pairs = pairsOf(textsOf(dir), (text) => tokenizer.tokenize(text));
    read = (chosen) => logitsOf(session, chosen, { template: tokenizer.template, padTokenId: model.padTokenId });
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

interface Assembly {
  readonly template: PairTemplate;
  readonly padTokenId: number;
}

async function logitsOf(session: EncoderSession, pairs: readonly Pair[], { template, padTokenId }: Assembly) {
  const logits = await session.run(assembleBatch(pairs, template, padTokenId));
  return pairs.map((_, row) => [...logits.subarray(row * 3, row * 3 + 3)]);
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
