import fc, { type Arbitrary } from 'fast-check';
import { MAX_LENGTHS } from '../../src/index.ts';
import { area, type Target } from './area.ts';
import { askVerdict, assertVerdict } from './exchange.ts';

/** Parts of texts that fool or tire a reader. */
const PIECES = [
  ...['Acme', 'Hamnes', 'B', 'Dr. ', 'e.g. ', 'U.S. ', 'the plant ', 'employs ', 'not ', 'never '],
  ...['no longer ', 'he denied that '],
  ...['350', '1,000,000.50', '1/', '50 %', '€3.2bn', '2024-02-30', '12:60', '10^9', '½', '१२३', '１２３', '٣'],
  ...['-0', 'III', '1e999'],
  ...['. ', '! ', '?? ', '... ', ';', ',', ': ', ' - ', '(', ')', '"', '“', '”', '«', "'", '’', '[1]', '{'],
  ...['<b>', '&amp;'],
  ...['\n', '\r', '\r\n', '\f', '\v', '\u0085', '\u2028', '\u2029', '\t', ' ', '\u00a0', '\u3000', '\u200b', '\u00ad'],
  ...['\n- ', '\n* ', '\n1. ', '\n# ', '\n> ', '\n```\n', '\n| a | b |\n', '\n|---|---|\n', '\n===\n', '**'],
  ...['__', '`', '~~'],
  ...['\u0301', '\u200d', '\u202e', '\u2066', '\ufeff', '\u{e0041}', '\u{1f469}\u200d\u{1f52c}', 'ﷺ', 'İ'],
  ...['ß', 'ﬁ', 'ſ', '\0', '\x1b[0m'],
  ...['יִ', 'שלום ', 'مرحبا ', '東京は', '한국 ', 'ไทย', 'क्षि ', '\u{10ffff}', '\ud800', '\udc00'],
];
const piece = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom(...PIECES) },
  { weight: 1, arbitrary: fc.string({ unit: 'grapheme', maxLength: 12 }) },
);
const SENTENCES = [
  'Acme opened its Lyon plant in 2014. ',
  'The plant employs 350 people and makes valves. ',
  '"We never said that", she said, "nor will we." ',
  'According to Hamnes, lava ran away from Osk at 1/2 past 10. ',
  'Revenue rose from 3.2 to 4.1 million euros, or 28 %, in 2023. ',
];

/** A text of at most so many code points, made of pieces, of one piece many times, of sentences, or of any Unicode. */
function oddText(most: number): Arbitrary<string> {
  const short = Math.min(most, 60);
  const length = fc.oneof({ weight: 9, arbitrary: fc.nat(short) }, { weight: 1, arbitrary: fc.nat(most) });
  return fc
    .oneof(
      fc.array(piece, { maxLength: short }).map((parts) => parts.join('')),
      fc
        .tuple(fc.array(piece, { minLength: 1, maxLength: 4 }), length)
        .map(([parts, times]) => parts.join('').repeat(times)),
      fc.array(fc.oneof(fc.constantFrom(...SENTENCES), piece), { maxLength: 12 }).map((parts) => parts.join('')),
      fc.constantFrom(...SENTENCES).map((sentence) => sentence.split(' ').reverse().join(' ')),
      fc.string({ unit: 'binary', maxLength: short }),
    )
    .map((text) => [...text].slice(0, most).join(''));
}

/** Some are over the limit by a character. */
const claim = oddText(MAX_LENGTHS.claim + 1);
const source = oddText(MAX_LENGTHS.grounding_source + 1);
const inputs = fc.record({
  claim,
  source,
  /** The claim is copied into the source, or the source is the claim. */
  copied: fc.constantFrom('no', 'no', 'before', 'after', 'alone'),
  twice: fc.boolean(),
});
const LONE_SURROGATE = /\p{Surrogate}/u;
const VISIBLE = /[^\s\p{Z}\p{Cc}\p{Cf}]/u;

/** Claims and sources of odd and adversarial Unicode: a verdict with slices of both, the same when asked again. */
export const textsArea = area({
  name: 'texts',
  inputs,
  check: async ({ claim: one, source: other, copied, twice }, target) => {
    const joined = { no: other, before: `${one} ${other}`, after: `${other} ${one}`, alone: one }[copied];
    const first = await ask(target, one, joined);
    if (!twice || first.status !== 200) return;
    const again = await ask(target, one, joined);
    if (again.body !== first.body) throw new Error(`expected the same answer again, got ${again.body}`);
  },
});

async function ask(target: Target, one: string, other: string) {
  const answer = await askVerdict(target, one, other);
  const wanted = isText(one, MAX_LENGTHS.claim) && isText(other, MAX_LENGTHS.grounding_source) ? 200 : 400;
  // Overloaded it may always be.
  if (answer.status !== wanted && answer.status !== 503) {
    throw new Error(`expected status ${wanted}, got ${answer.status} with ${answer.body.slice(0, 300)}`);
  }
  if (answer.status === 200) assertVerdict(answer.body, one, other);
  return answer;
}

/** True for a length as in the specification: code points, of which one can be seen. */
function isText(text: string, most: number): boolean {
  return !LONE_SURROGATE.test(text) && VISIBLE.test(text) && [...text].length <= most;
}
