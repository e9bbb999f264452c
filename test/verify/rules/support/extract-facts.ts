import { tokenSteps } from '../../../../src/text/index.ts';
import { atOnce } from '../../../../src/text/steps.ts';
import { factSteps } from '../../../../src/verify/rules/extract/facts.ts';
import type { Fact } from '../../../../src/verify/rules/findings.ts';

/** The facts of a text, read in one go. */
export function extractFacts(text: string): Fact[] {
  return atOnce(factSteps(text, atOnce(tokenSteps(text))));
}
