import { describe, expect, it } from 'vitest';
import { deniesSaying } from '../../../../src/verify/rules/compare/denied-saying.ts';
import { surfaceReading } from '../../../../src/verify/rules/index.ts';

const holds = (claim: string, sentence: string) => deniesSaying(surfaceReading(claim), surfaceReading(sentence));

describe('a claim that a text does not say something', () => {
  it.each([
    ['The source does not indicate when the contract ends.', 'The contract ends in May 2025.'],
    ['The documents do not specify how many people work there.', 'The plant employs 350 people.'],
    ["The contract doesn't explicitly say when it ends.", 'The contract ends in May 2025.'],
    ['The report never mentions that the drug caused nausea.', 'The drug caused nausea in 12 patients.'],
  ])('is not supported by a sentence that denies nothing: %s against %s', (claim, sentence) =>
    expect(holds(claim, sentence)).toBe(true),
  );

  it.each([
    ['The report does not mention safety.', 'The audit found that the report does not mention safety.'],
    ['The report does not mention safety.', 'Safety is missing in the report.'],
    ['The plant does not employ 350 people.', 'The plant employs 350 people.'],
    ['The company does not say when it will sell the plant.', 'The company keeps the date to itself.'],
    ['The report says that the plant is closed.', 'The plant is closed.'],
  ])('may be supported, and other claims too: %s against %s', (claim, sentence) =>
    expect(holds(claim, sentence)).toBe(false),
  );
});
