import type { Caller, CrossEncoder } from '../nli/types.ts';
import type { Pause } from '../pause.ts';
import type { ExaminedClaim } from './examine/examine-claim.ts';
import { auditTrail } from './explain/audit-trail.ts';
import { writeReasoning } from './explain/reasoning.ts';
import { admitRequest, type CheckedClaim, type PipelineParts } from './pipeline.ts';
import { inNotationOf } from './read/claim-notation.ts';
import { type ReadClaim, readClaim } from './read/read-claim.ts';
import { readSource, reusedFor, type SourceSet } from './read/read-source.ts';
import { REQUEST_KINDS } from './request-kinds.ts';
import type { ManyInput, Verification, VerifyInput } from './verification.ts';

interface ReadInput {
  readonly input: VerifyInput;
  readonly claim: ReadClaim;
  readonly sources: SourceSet;
}

/** Verifies a claim, or each of a batch against the one source that they share, in their order. */
export async function verifyClaims(
  { claims, source }: ManyInput,
  parts: PipelineParts,
  { kind, caller }: { readonly kind: 'claim' | 'batch'; readonly caller: Caller },
): Promise<Verification[]> {
  const request = await admitRequest(REQUEST_KINDS[kind], { claims, sources: [source] }, parts, caller);
  try {
    const read = await readInputs({ claims, source }, parts.encoder, request.pause);
    const verified: Verification[] = [];
    for await (const { all } of request.check(read))
      verified.push(verificationOf(read[verified.length]!, all!, request.readMs));
    return verified;
  } finally {
    request.end();
  }
}

/** A claim as it is before it is decided. */
export async function examinedClaim(
  { claim, source }: VerifyInput,
  parts: PipelineParts,
  caller: Caller,
): Promise<ExaminedClaim> {
  const request = await admitRequest(REQUEST_KINDS.claim, { claims: [claim], sources: [source] }, parts, caller);
  try {
    const [only] = await readInputs({ claims: [claim], source }, parts.encoder, request.pause);
    return await request.examine(only!.claim, only!.sources);
  } finally {
    request.end();
  }
}

/** Reads claims and the source that they share: once, as far as the lengths of the claims allow. */
async function readInputs({ claims, source }: ManyInput, encoder: CrossEncoder, pause: Pause): Promise<ReadInput[]> {
  const inputs: ReadInput[] = [];
  let first: SourceSet | undefined;
  for (const text of claims) {
    const claim = readClaim(text, encoder);
    await pause();
    const use = { encoder, parts: claim.parts };
    const sources = (first && reusedFor(first, use)) ?? (await readSource(source, use, pause));
    first ??= sources;
    const input = { claim: text, source };
    inputs.push({ input, claim: await inNotationOf(claim, sources, { encoder, pause }), sources });
  }
  return inputs;
}

function verificationOf(
  { input, claim }: ReadInput,
  { decision, spans, timings, pairs }: CheckedClaim,
  readMs: number,
): Verification {
  const explained = { parts: claim.parts, spans };
  return {
    ...decision,
    pairs,
    reasoning: writeReasoning(explained, decision),
    ...auditTrail(explained, input),
    timings: { ...timings, tokenizeMs: readMs },
  };
}
