import { normaliseForModel } from '../../text/index.ts';
import type { VerifierParts } from '../../verify/claim-pipeline.ts';
import { type ReadClaim, readClaimSpans } from '../../verify/read/read-claim.ts';
import type { Rest } from '../../yield-regularly.ts';
import { withoutCitingPhrase } from '../citations/citing-phrases.ts';
import type { AnswerRequest, PreparedSentence } from '../prepare-answer.ts';
import { subjectOf, withNamedSubject } from './context.ts';

/** A sentence of the answer as the models are to read it. */
export interface SentenceToRead {
  readonly sentence: PreparedSentence;
  /** Undefined where nothing is to be checked. */
  readonly claim: ReadClaim | undefined;
}

/**
 * The sentences as claims, each with its subject named where it begins with a word that refers back, and without words that
 * only led to a citation.
 */
export async function readSentences(
  { prepared }: AnswerRequest,
  { encoder }: VerifierParts,
  rest: Rest,
): Promise<SentenceToRead[]> {
  const read: SentenceToRead[] = [];
  let subject: string | undefined;
  for (const sentence of prepared.sentences) {
    const written = normaliseForModel(sentence.text);
    const plain = sentence.cited.length > 0 ? withoutCitingPhrase(written) : written;
    const named = withNamedSubject(plain, subject) ?? plain;
    subject = subjectOf(plain, subject);
    const text = { text: prepared.text, spans: [sentence.kinded] };
    const claim = sentence.checkRequired ? await readClaimSpans(text, encoder, rest) : undefined;
    read.push({ sentence, claim: claim && named !== written ? readAs(claim, named) : claim });
    await rest();
  }
  return read;
}

/** A claim of one span as the models are to read it. */
function readAs(claim: ReadClaim, normalised: string): ReadClaim {
  if (claim.parts.length !== 1) return claim;
  const parts = claim.parts.map((part) => ({ ...part, normalised }));
  return { ...claim, parts, spans: parts.filter(({ asserts }) => asserts) };
}
