import { pausingTokens } from '../../../../src/text/index.ts';
import { withoutPause } from '../../../../src/text/pausing.ts';
import { factsByToken } from '../../../../src/verify/rules/extract/facts.ts';
import type { Fact } from '../../../../src/verify/rules/findings.ts';

/** The facts of a text, read in one go. */
export function extractFacts(text: string): Fact[] {
  return [...factsByToken(text, withoutPause(pausingTokens(text)))].flat();
}
