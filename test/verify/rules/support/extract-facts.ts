import { finished, tokensOf } from '../../../../src/text/index.ts';
import { factsIn } from '../../../../src/verify/rules/extract/facts.ts';
import type { Fact } from '../../../../src/verify/rules/findings.ts';

/** The facts of a text, read in one go. */
export function extractFacts(text: string): readonly Fact[] {
  return factsIn(text, finished(tokensOf(text)));
}
