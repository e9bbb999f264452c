import type { Caller } from '../../nli/types.ts';
import { type ClaimChecker, type PipelineParts, resultsOf } from '../../verify/pipeline.ts';
import type { ReadClaim } from '../../verify/read/read-claim.ts';
import { REQUEST_KINDS } from '../../verify/request-kinds.ts';
import { sentencesPerSpan } from '../../verify/score/scoring.ts';
import type { Candidate, Finder } from '../index/finder.ts';
import { readAlone, selectCandidates } from './select-candidates.ts';

/** What sentences of a draft are checked with. */
export interface CheckingParts {
  readonly parts: PipelineParts;
  readonly finder: Finder;
  readonly caller: Caller;
}

/** Each sentence is a request: however long a draft is, it may take its time. */
const KIND = { ...REQUEST_KINDS.answer, isBounded: false };

/**
 * Finds the candidates of a claim in a folder, those nearest by their words and of these the ones that the evidence model
 * names, and works on with them and the same place in the queue.
 */
export async function withCandidates<Result>(
  claim: ReadClaim,
  { parts, finder, caller }: CheckingParts,
  work: (candidates: readonly Candidate[], checking: ClaimChecker) => Promise<Result>,
): Promise<Result> {
  const { encoder, limits } = parts;
  const words = claim.spans.map(({ normalised }) => normalised).join(' ');
  const found = await finder.nearest(words, KIND.nearest.most);
  const results = resultsOf(
    {
      kind: KIND,
      texts: [{ claim: claim.text, source: found.map(textOf).join('\n') }],
      caller,
      async read(pause) {
        const source = await readAlone(found, { encoder, parts: claim.parts }, pause);
        return {
          toCheck: [{ claim, against: [{ source }] }],
          async result(_, checking: ClaimChecker) {
            const { permit } = checking;
            const scoring = { source, encoder, permit, limits, pause, perSpan: sentencesPerSpan(1, limits) };
            return work(await selectCandidates(claim, found, scoring), checking);
          },
        };
      },
    },
    parts,
  );
  for await (const only of results) return only;
  throw new Error('Expected the result of one claim, got none. This is a bug.');
}

function textOf({ passage, sentence }: Candidate): string {
  const { start, end } = passage.spans[sentence]!;
  return passage.text.slice(start, end);
}
