import { fc, test as property } from '@fast-check/vitest';
import { describe, expect, it } from 'vitest';
import { citationMarksIn } from '../../src/text/citation-marks.ts';
import { normaliseForModel, sentenceWords, splitSentences, writtenWords } from '../../src/text/index.ts';
import { finished } from '../../src/text/steps.ts';
import { tokensOf } from '../../src/text/tokens.ts';
import { anyText, pathological } from './arbitrary-text.ts';

/** Each mark as it is written, with what it refers to. */
function marksIn(text: string): [string, readonly string[]][] {
  return citationMarksIn(text).map(({ start, end, labels }) => [text.slice(start, end), labels]);
}

function numbersIn(text: string): string[] {
  return finished(tokensOf(text)).flatMap((token) => (token.type === 'number' ? [token.text] : []));
}

describe('citation marks', () => {
  it.each([
    ['350 people[1].', '[1]', ['1']],
    ['350 people [1, 2].', '[1, 2]', ['1', '2']],
    ['350 people [1;2].', '[1;2]', ['1', '2']],
    ['350 people [1-3].', '[1-3]', ['1', '2', '3']],
    ['350 people [1–3, 7].', '[1–3, 7]', ['1', '2', '3', '7']],
    ['350 people [3-1].', '[3-1]', ['3', '1']],
    ['350 people [1-999].', '[1-999]', ['1', '999']],
    ['350 people[^1].', '[^1]', ['1']],
    ['350 people[^note].', '[^note]', ['note']],
    ['350 [2] people.', '[2]', ['2']],
    ['350 people [1](https://example.com/a "A").', '[1](https://example.com/a "A")', ['1']],
    ['350 people【1†source】.', '【1†source】', ['1']],
    ['350 people【2:0†b.pdf】.', '【2:0†b.pdf】', ['b.pdf']],
    ['350 people【7】.', '【7】', ['7']],
    ['350 people¹.', '¹', ['1']],
    ['350 people.¹²', '¹²', ['12']],
    ['350 people¹⁻³.', '¹⁻³', ['1', '2', '3']],
    ['350 people¹,².', '¹,²', ['1', '2']],
    ['¹ It employs 350 people.', '¹', ['1']],
    ['350 people<sup>1</sup>.', '<sup>1</sup>', ['1']],
    ['350 people<sup>[1]</sup>.', '<sup>[1]</sup>', ['1']],
    ['350 people.(1)', '(1)', ['1']],
    ['350 people. (1)', '(1)', ['1']],
    ['350 people (1).', '(1)', ['1']],
    ['350 people (1, 2).', '(1, 2)', ['1', '2']],
    ['350 people (1)', '(1)', ['1']],
    ['350 people [Source 1].', '[Source 1]', ['1']],
    ['350 people [Doc 2, p. 3].', '[Doc 2, p. 3]', ['2']],
    ['350 people [cite: 1, 2].', '[cite: 1, 2]', ['1', '2']],
    ['350 people (Source: 1, 2).', '(Source: 1, 2)', ['1', '2']],
    ['350 people (Source: Annual report, p. 12).', '(Source: Annual report, p. 12)', ['Annual report, p. 12']],
    ['350 people {1}.', '{1}', ['1']],
    ['350 people{{1}}.', '{{1}}', ['1']],
    ['350 people (#1).', '(#1)', ['1']],
    ['350 people <cite>1</cite>.', '<cite>1</cite>', ['1']],
    ['350 people <sup>1</sup>.', '<sup>1</sup>', ['1']],
    ['[1] It employs 350 people.', '[1]', ['1']],
    ['350 people [1, p. 12].', '[1, p. 12]', ['1']],
    ['350 people [1, 2, pp. 3-4].', '[1, 2, pp. 3-4]', ['1', '2']],
    ['350 people (doc 2).', '(doc 2)', ['2']],
    ['350 people (Source 1, p. 3).', '(Source 1, p. 3)', ['1']],
    ['350 people [1†L3-L5].', '[1†L3-L5]', ['1']],
    ['350 people ^1^.', '^1^', ['1']],
    ['350 people.^1,2^', '^1,2^', ['1', '2']],
    ['350 people [1 and 2].', '[1 and 2]', ['1', '2']],
    ['350 people [1, 2, and 7].', '[1, 2, and 7]', ['1', '2', '7']],
    ['350 people [1 & 4–5].', '[1 & 4–5]', ['1', '4', '5']],
    ['350 people[^1^].', '[^1^]', ['1']],
    ['350 people[^note_].', '[^note_]', ['note_']],
    ['350 people[^terms-and-conditions].', '[^terms-and-conditions]', ['terms-and-conditions']],
    ['350 people [@roe-and-moss_, p. 4].', '[@roe-and-moss_, p. 4]', ['roe-and-moss_']],
    ['350 people \\[1\\].', '\\[1\\]', ['1']],
    ['350 people [@moss2020, p. 4].', '[@moss2020, p. 4]', ['moss2020']],
    ['350 people [Source: b-2.pdf].', '[Source: b-2.pdf]', ['b-2.pdf']],
    ['350 people [web:12].', '[web:12]', ['12']],
    ['350 people [Result 3].', '[Result 3]', ['3']],
    ['350 people［1］.', '［1］', ['1']],
    ['350 people［１,２］.', '［１,２］', ['1', '2']],
    ['350 people〔1〕.', '〔1〕', ['1']],
    ['350 people [doc1].', '[doc1]', ['1']],
    ['350 people [SOURCE 2].', '[SOURCE 2]', ['2']],
    ['350 people [Source 1, Source 3].', '[Source 1, Source 3]', ['1', '3']],
    ['350 people (Source 1; Source 3).', '(Source 1; Source 3)', ['1', '3']],
    ['350 people (see [1], [3]).', '(see [1], [3])', ['1', '3']],
    ['350 people^[1].', '^[1]', ['1']],
    ['350 people ¹.', '¹', ['1']],
    ['350 people [1, §2].', '[1, §2]', ['1']],
    ['350 people <ref>1</ref>.', '<ref>1</ref>', ['1']],
    ['350 people [[1]](https://example.com).', '[[1]](https://example.com)', ['1']],
    ['350 people [1](https://example.com/a_(1).html).', '[1](https://example.com/a_(1).html)', ['1']],
    ['350 people :contentReference[oaicite:0]{index=0}.', ':contentReference[oaicite:0]{index=0}', ['0']],
    ['350 people \ue200cite\ue202turn0search1\ue201.', '\ue200cite\ue202turn0search1\ue201', ['turn0search1']],
  ])('in %j are %j', (text, mark, labels) => {
    expect(marksIn(text)).toEqual([[mark, labels]]);
    expect(numbersIn(text)).toEqual(['350']);
    expect(sentenceWords(text).filter((word) => /\d/.test(word))).toEqual(['350']);
    expect([...writtenWords(text)].map((word) => word.text).filter((word) => /\d/.test(word))).toEqual(['350']);
    expect(normaliseForModel(text)).toMatch(/^(?:It employs )?350 people\.?$/);
  });

  it('in round brackets may follow each other', () => {
    expect(marksIn('It has 350 people (1)(2).')).toEqual([
      ['(1)', ['1']],
      ['(2)', ['2']],
    ]);
  });

  it.each([
    ['It opened in 2014 (1).', '(1)'],
    ['It opened in 2014² again.', '²'],
    ['It opened in 2014<sup>3</sup>.', '<sup>3</sup>'],
    ['The village of Orm ᵃ was built in 2014ᵇ.', 'ᵃ ᵇ'],
    ['The village of Orm ⁱᵛ was built in 2014ⁱ.', 'ⁱᵛ ⁱ'],
  ])('behind a year are marks: %j', (text, mark) => {
    expect(marksIn(text).map(([written]) => written)).toEqual(mark.split(' '));
    expect(numbersIn(text)).toEqual(['2014']);
    expect(normaliseForModel(text)).toMatch(/(?<! ) (?:built )?in 2014(?: again)?\.$/);
  });

  it.each([
    'It has 350² parts, 10⁶ bolts, 40 m² and 7 km².',
    'The yard has 40 metres² and 7 cubic feet³.',
    'CO2 and m2 and 10^6 and 3^2.',
    'Its area = side^2 and 40 km^2 and 9 metres^2.',
    'Gillette was bought (Procter & Gamble, 2005), and the study (Moss et al., 2019) had 90 people.',
    'The film won [Berlin 2014]. The rule is in the handbook (Chapter 4, page 12).',
    'Drag grows with speed^3. Bayern won [2: 1]. Pull request (#482) and chip [S3], note [note 5], {{3}}.',
    'It was ranked (#1). Norway (#4), Kenya (#2) and Peru (#1) won.',
    'The games (Lyon 2014) and the fair (Paris, 2015) were good.',
    'Plants (Lyon 2014; Metz 2016) opened (May 2020).',
    'It won twice (Sales & Marketing 2020).',
    'Use {{name}} in John [3:16].',
    'The load is 10^6^ newtons, the 5ᵗʰ of 2ⁿ.',
    'See section 5(1)(2).',
    'The load is 10<sup>6</sup> newtons on 4 m<sup>2</sup>.',
    'The ratio is 2.1 (95% CI [1, 3]).',
    'Her glucose was measured (result: 126) on Monday.',
    'They won the final (Result 3-1).',
    'It rose [result: 45] on the site (web 2).',
    'It is in the interval [2, 5].',
    'It sets x[2] to 5.',
    'It opened in [2014] and cost [sic] more [a].',
    'See section (2).',
    'Pay within thirty (30).',
    'Medals went to Norway (4), Kenya (2) and Peru (1).',
    '(1) Open it. It employs 350 people.',
    '1) Open it.',
    'It fell (5 percent) in (2014).',
    'See [0] and [1234].',
    '![1](logo.png)',
    '【注意】 It rose.',
    'It has H²O⁴ in it.',
  ])('are not in %j', (text) => {
    expect(marksIn(text)).toEqual([]);
  });

  it('behind a stop with more text behind them may count the items of a list', () => {
    const doubtful = (text: string) => citationMarksIn(text).map(({ isDoubtful }) => isDoubtful);
    expect(doubtful('The rules are clear. (1) Stop. (2) Go.')).toEqual([true, true]);
    expect(doubtful('It rose.(1) It fell. (2)')).toEqual([false, false]);
  });

  it.each([
    ['It rose.[^1] Then it fell.', ['It rose.[^1]', 'Then it fell.']],
    ['It rose.【1†source】 Then it fell.', ['It rose.【1†source】', 'Then it fell.']],
    ['It rose. [1]', ['It rose. [1]']],
    ['It rose. [1][4-6]', ['It rose. [1][4-6]']],
    ['It rose. (1)(2)', ['It rose. (1)(2)']],
    ['It rose. [^1^]', ['It rose. [^1^]']],
    ['It rose. \\[1\\]', ['It rose. \\[1\\]']],
    ['It rose. [Doc 2, p. 3]\n\nIt fell.', ['It rose. [Doc 2, p. 3]', 'It fell.']],
    ['It rose. (Source: annual report, p. 12)', ['It rose. (Source: annual report, p. 12)']],
    ['It rose. [A4]', ['It rose.', '[A4]']],
  ])('end no sentence but the one before them: %j', (text, sentences) => {
    expect(splitSentences(text).map(({ start, end }) => text.slice(start, end))).toEqual(sentences);
  });

  it('of a reference-style link leave its text to the model', () => {
    expect(normaliseForModel('It rose, says [Acme][1].')).toBe('It rose, says Acme.');
    expect(normaliseForModel('It rose [2][3].')).toBe('It rose.');
  });

  const piece = fc.oneof(
    anyText,
    fc.constantFrom('[1]', '[^1]', '(2)', '¹', '【1†a】', '. ', ' people', '\n', '<sup>1</sup>'),
  );
  property.prop([fc.array(piece, { maxLength: 12 }).map((pieces) => pieces.join(''))])(
    'are in order, do not overlap, and are read once only',
    (text) => {
      let from = 0;
      for (const { start, end, labels } of citationMarksIn(text)) {
        expect(start).toBeGreaterThanOrEqual(from);
        expect(end).toBeGreaterThan(start);
        expect(labels.length).toBeGreaterThan(0);
        from = end;
      }
      const once = normaliseForModel(text);
      expect(normaliseForModel(once)).toBe(once);
    },
  );

  it.each(
    [...pathological, '[1]'.repeat(3_000), '(1)'.repeat(3_000), '[1-'.repeat(2_500), '¹'.repeat(9_000)].map((text) => [
      text.slice(0, 8),
      text,
    ]),
  )('are looked for in 10,000 characters of %j', (_, text) => {
    expect(citationMarksIn(text).length).toBeLessThanOrEqual(text.length);
  });
});
