import { fc, test as property } from '@fast-check/vitest';
import { describe, expect, it } from 'vitest';
import { subjectOf, withNamedSubject } from '../../../src/answer/sentences/read-sentences.ts';
import { anyText, pathological } from '../../text/arbitrary-text.ts';

/** The second sentence as it is read after the first one; `undefined`: as it is written. */
function readBehind(first: string, second: string): string | undefined {
  return withNamedSubject(second, subjectOf(first, undefined));
}

describe('a sentence that refers back', () => {
  it.each([
    ['Valtek AG makes valves.', 'It employs 350 people.', 'Valtek AG employs 350 people.'],
    ['Valtek AG makes valves.', 'Its plant is in Lyon.', "Valtek AG's plant is in Lyon."],
    ['Valtek AG makes valves.', 'The company employs 350.', 'Valtek AG employs 350.'],
    ['Valtek AG makes valves.', "The company's plant burnt.", "Valtek AG's plant burnt."],
    ['Valtek (a maker of valves) was sold.', 'It was sold to Acme.', 'Valtek was sold to Acme.'],
    ['The University of Oslo also has a museum.', 'It opened in 1990.', 'University of Oslo opened in 1990.'],
    ['Ada Brandt and Tom Vale were hurt.', 'They sued.', 'Ada Brandt and Tom Vale sued.'],
    ['Ada Brandt sold the mill.', 'Her sister was hurt.', "Ada Brandt's sister was hurt."],
    ['Scientists found water.', 'They drank it.', 'Scientists drank it.'],
    ['Google was sued.', 'It lost.', 'Google lost.'],
  ])('%j %j is read as %j', (first, second, expected) => {
    expect(readBehind(first, second)).toBe(expected);
  });

  it('keeps the name over several sentences, and loses it where another subject comes', () => {
    const subject = subjectOf('It employs 350.', subjectOf('Valtek AG makes valves.', undefined));
    expect(subject).toBe('Valtek AG');
    expect(subjectOf('Apart from one, it owns its plants.', subject)).toBe('Valtek AG');
    expect(subjectOf('The mill burnt.', subject)).toBeUndefined();
  });

  it.each([
    ['The law is old.', 'It fell.'],
    ['Solar panels convert light.', 'They are cheap.'],
    ['Founded in 1990, Valtek makes valves.', 'It employs 350 people.'],
    ['Recently opened plants are small.', 'They employ few.'],
    ['Nobody was hurt.', 'They left early.'],
    ['None of the plants burnt.', 'They stand empty.'],
    ['New rules apply.', 'It is a start.'],
    ['The Valtek plant burnt.', 'It was old.'],
    ['University of Oslo researchers found it.', 'They were glad.'],
    ['Valtek AG makes valves.', 'It is known that valves leak.'],
    ['Valtek AG makes valves.', 'It is important to test valves.'],
    ['Valtek AG makes valves.', "It's old."],
    ['Valtek AG makes valves.', 'Italy buys them.'],
    ['Valtek AG makes valves.', 'The company-wide strike ended.'],
    ['valtek makes valves.', 'It employs 350 people.'],
    ['', 'It employs 350 people.'],
  ])('%j names nothing in %j', (first, second) => {
    expect(readBehind(first, second)).toBeUndefined();
  });

  property.prop([anyText, fc.constantFrom('Valtek AG', undefined)])('is any text or none', (text, subject) => {
    const named = withNamedSubject(text, subject);
    if (named !== undefined) expect(named.startsWith('Valtek AG')).toBe(true);
    expect(subjectOf(text, subject)).not.toBe('');
  });

  it('comes to its end on texts made to be slow', () => {
    for (const text of pathological) {
      expect(subjectOf(`A${text}`, undefined)).not.toBe('');
      expect(withNamedSubject(`It is${text}`, 'A')?.length ?? 1).toBeGreaterThan(0);
    }
  });
});
