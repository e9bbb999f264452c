import type { Caller, CrossEncoder } from '../nli/types.ts';
import type { Pause } from '../pause.ts';
import type { ExaminedClaim } from './examine/examine-claim.ts';
import { answeredParts, auditTrail, writeReasoning } from './explain/reasoning.ts';
import { reasonsOf } from './explain/reasons.ts';
import { type CheckedClaim, type PipelineParts, resultsOf } from './pipeline.ts';
import { inNotationOf } from './read/claim-notation.ts';
import { type ReadClaim, readClaim } from './read/read-claim.ts';
import { readSource, reusedFor, type SourceSet } from './read/read-source.ts';
import { REQUEST_KINDS } from './request-kinds.ts';
import { premisesOf, type ScoredSpan } from './score/score-span.ts';
import type { Verification, VerifyInput } from './verification.ts';

interface ReadInput {
  readonly input: VerifyInput;
  readonly claim: ReadClaim;
  readonly against: readonly [SourceSet];
}

/** Verifies a claim, or each of a batch beside the one source that they share, in their order. */
export async function verifyClaims(
  inputs: readonly VerifyInput[],
  parts: PipelineParts,
  { kind, caller }: { readonly kind: 'claim' | 'batch'; readonly caller: Caller },
): Promise<Verification[]> {
  const verified = resultsOf<ReadInput, Verification>(
    {
      kind: REQUEST_KINDS[kind],
      ...{ texts: inputs, caller },
      read: async (pause) => ({
        toCheck: await readInputs(inputs, parts.encoder, pause),
        async result({ input, claim, against: [sources] }, { check, permit, pause, readMs }) {
          const checked = await check(claim, sources);
          // Nothing is scored any more, but background work waits until the request has ended.
          if (inputs.length === 1) permit.reserve(0);
          return verificationOf(input, checked, { pause, readMs });
        },
      }),
    },
    parts,
  );
  return inOrder(verified);
}

/** A claim as it is before it is decided. */
export async function examinedClaim(input: VerifyInput, parts: PipelineParts, caller: Caller): Promise<ExaminedClaim> {
  const examined = resultsOf<ReadInput, ExaminedClaim>(
    {
      kind: REQUEST_KINDS.claim,
      ...{ texts: [input], caller },
      read: async (pause) => ({
        toCheck: await readInputs([input], parts.encoder, pause),
        result: ({ claim, against: [sources] }, { examine }) => examine(claim, sources),
      }),
    },
    parts,
  );
  const [only] = await inOrder(examined);
  return only!;
}

async function inOrder<Result>(results: AsyncIterable<Result>): Promise<Result[]> {
  const given: Result[] = [];
  for await (const result of results) given.push(result);
  return given;
}

/** Reads claims and the source that they share: once, as far as the lengths of the claims allow. */
async function readInputs(inputs: readonly VerifyInput[], encoder: CrossEncoder, pause: Pause): Promise<ReadInput[]> {
  const read: ReadInput[] = [];
  let first: SourceSet | undefined;
  for (const input of inputs) {
    const claim = readClaim(input.claim, encoder);
    await pause();
    const use = { encoder, parts: claim.parts };
    const sources = (first && reusedFor(first, use)) ?? (await readSource(input.source, use, pause));
    first ??= sources;
    read.push({ input, claim: await inNotationOf(claim, sources, { encoder, pause }), against: [sources] });
  }
  return read;
}

/** Explains what was decided of a claim; no model reads anything any more. */
async function verificationOf(
  input: VerifyInput,
  { claim, sources, scored, decided, decision, timings }: CheckedClaim,
  { pause, readMs }: { readonly pause: Pause; readonly readMs: number },
): Promise<Verification> {
  const startedAt = performance.now();
  const parts = await answeredParts(claim, decided, { sources, pause });
  return {
    input,
    verdict: decision.verdict,
    confidence: decision.confidence,
    probabilities: decision.probabilities,
    reasoning: writeReasoning(parts, decision, sources),
    auditTrail: auditTrail(parts),
    reasons: parts.flatMap(({ part, decided: span, evidence }) =>
      span === undefined ? [] : [{ claimSpan: part.span, reasons: reasonsOf(span, evidence) }],
    ),
    timings: { ...timings, tokenizeMs: readMs, policyMs: performance.now() - startedAt },
    pairs: pairsOf(scored),
  };
}

function pairsOf(scored: readonly ScoredSpan[]): Verification['pairs'] {
  const total = (count: (span: ScoredSpan) => number) => scored.reduce((sum, span) => sum + count(span), 0);
  return { evidence: total(({ evidencePairs }) => evidencePairs), verdict: total((span) => premisesOf(span).length) };
}
