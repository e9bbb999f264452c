import { parseArgs } from 'node:util';
import pMap from 'p-map';
import { toClaimDetail } from '../../src/claim-bodies.ts';
import { loadRows } from '../../src/cli/evaluation/load-rows.ts';
import { openScoreFile } from '../../src/cli/evaluation/score-file.ts';
import { createVerifier } from '../../src/index.ts';
import { type ChanceResult, chanceReport, operationIn } from './chance-report.ts';
import { shuffledPairs } from './shuffled-pairs.ts';

/** Pairs of a claim and a source with shuffled numbers: README.md in this folder explains the options. */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    sources: { type: 'string', default: '200' },
    pairs: { type: 'string', default: '2000' },
    seed: { type: 'string', default: '1' },
    'without-models': { type: 'boolean', default: false },
    scores: { type: 'string' },
  },
});
if (positionals.length === 0) throw new Error('Name at least one file of claims and sources.');

/** In place of the models: every pair of texts is left open, so that no model rejects a calculation. */
const LEFT_OPEN = { get: () => ({ entailment: 0.05, neutral: 0.9, contradiction: 0.05 }), set: () => {} };

const { signal } = new AbortController();
const { rows } = await loadRows({ inputs: positionals, limit: Number.POSITIVE_INFINITY, signal });
const pairs = shuffledPairs(rows, {
  sources: Number(values.sources),
  pairs: Number(values.pairs),
  seed: Number(values.seed),
});
const scores = values.scores === undefined ? undefined : openScoreFile(values.scores);
const scoreStore = values['without-models'] ? LEFT_OPEN : scores;
const verifier = await createVerifier({ maxQueueMs: Number.MAX_SAFE_INTEGER, ...(scoreStore && { scoreStore }) });
try {
  const results = await pMap(
    pairs,
    async ({ claim, source }): Promise<ChanceResult> => {
      const verification = await verifier.verify({ claim, source });
      const detail = toClaimDetail(verification, verifier.info);
      return {
        claim,
        verdict: verification.verdict,
        passes: detail.outcome === 'pass',
        operation: verification.verdict === 'UNSUPPORTED' ? undefined : operationIn(detail),
      };
    },
    { concurrency: 16 },
  );
  console.log(`${pairs.length} pairs from ${new Set(pairs.map(({ original }) => original)).size} sources`);
  console.log(chanceReport(results));
} finally {
  await verifier.close();
  scores?.close();
}
