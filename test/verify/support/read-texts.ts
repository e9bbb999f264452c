import type { CrossEncoder } from '../../../src/nli/types.ts';
import { type ReadTexts, readClaim, readSource, type SourceSentence } from '../../../src/verify/read-texts.ts';
import type { VerifyInput } from '../../../src/verify/types.ts';

/** Both texts, read to their ends. */
export async function readTexts(input: VerifyInput, encoder: CrossEncoder): Promise<ReadTexts> {
  const claim = await readClaim(input.claim, encoder);
  const sentences: SourceSentence[] = [];
  for await (const sentence of readSource(input.source, claim, encoder)) sentences.push(sentence);
  return { ...claim, sentences };
}
