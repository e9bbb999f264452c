import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { splitSentences } from '../../../../src/text/index.ts';
import { factualityOf } from '../../../../src/verify/rules/index.ts';

const X = 'the firm paid the fine';

function of(source: string, start: number, end: number) {
  return factualityOf(source, { start, end }, splitSentences(source));
}

function factualityIn(source: string, said = X): string | undefined {
  const start = source.indexOf(said);
  expect(start).toBeGreaterThanOrEqual(0);
  return of(source, start, start + said.length);
}

describe('a plain statement', () => {
  it.each([
    `In 2014 ${X}.`,
    `He said little. Last year ${X}.`,
    `Critics of Dr. Moss left. In May ${X} in full.`,
    `It is a myth that cats fly. In May ${X}.`,
    `In May ${X}. The weather was false spring.`,
  ])('%s', (source) => {
    expect(factualityIn(source)).toBeUndefined();
  });
});

describe('a statement that is not simply made', () => {
  it.each([
    [`He denied that ${X}.`, 'denied'],
    [`She rejected the claim that ${X}.`, 'denied'],
    [`It is a myth that ${X}.`, 'denied'],
    [`It is not true that ${X}.`, 'denied'],
    [`There is no evidence that ${X}.`, 'denied'],
    [`Some wrongly believed that ${X}.`, 'denied'],
    [`In May ${X}. This is false.`, 'negated_after'],
    [`In May ${X}. But that claim was later retracted.`, 'negated_after'],
    [`That ${X} is untrue.`, 'negated_after'],
    [`That ${X} is a rumour.`, 'negated_after'],
    [`If ${X}, the court would close the case.`, 'conditional'],
    [`Nobody knows whether ${X}.`, 'conditional'],
    [`It is asked: has it been shown that ${X}?`, 'questioned'],
    [`In May ${X}, he claimed.`, 'reported'],
    [`Critics say ${X}.`, 'reported'],
    [`According to a blog, ${X}.`, 'reported'],
    [`Allegedly ${X}.`, 'reported'],
    [`Legend has it that ${X}.`, 'reported'],
    [`Mr. Eliot reported hearing from a clerk that ${X}.`, 'reported'],
    [`Perhaps ${X}.`, 'hypothetical'],
    [`They hoped that ${X}.`, 'hypothetical'],
  ])('%s is %s', (source, factuality) => {
    expect(factualityIn(source)).toBe(factuality);
  });

  it('sees the modal verb right before the span', () => {
    expect(factualityIn('The drug may reduce pain.', 'reduce pain')).toBe('hypothetical');
  });

  it('answers for a span that ends with its own full stop', () => {
    expect(factualityIn('The firm paid. That is not true.', 'The firm paid.')).toBe('negated_after');
  });
});

it('never throws and depends on nothing farther than 300 characters away', () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 80 }), fc.string({ maxLength: 80 }), (before, after) => {
      const source = `${before}${X}${after}`;
      const near = of(source, before.length, before.length + X.length);
      const pad = 'word '.repeat(100);
      const far = `He denied that. ${pad}${'. '}${source}`;
      const at = far.length - source.length + before.length;
      expect([near, of(far, at, at + X.length)]).toContain(near);
    }),
    { numRuns: 100 },
  );
});
