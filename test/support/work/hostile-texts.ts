import fc from 'fast-check';
import { MAX_LENGTHS } from '../../../src/contract/verify.ts';
import type { VerifyInput } from '../../../src/verify/verification.ts';

/** What is repeated up to the longest claim and the longest source. */
export type Units = readonly [claim: string, source: string];

/** As many characters of it, over and over, as the field may have. */
function filled(unit: string, field: keyof typeof MAX_LENGTHS): string {
  const characters = [...unit];
  return Array.from({ length: MAX_LENGTHS[field] }, (_, i) => characters[i % characters.length]).join('');
}

export function longest([claim, source]: Units): VerifyInput {
  return { claim: filled(claim, 'claim'), source: filled(source, 'grounding_source') };
}

const counted = (sentence: (i: number) => string) => Array.from({ length: 500 }, (_, i) => sentence(i)).join('');

/** Texts that people write, of the kinds that give the rules most to do. */
export const ORDINARY: Readonly<Record<string, Units>> = {
  prose: [
    'The mill in Oslo employs 9 people and makes paper. Ada Brandt sold 12 % of it in 1988 to the town. ',
    'The mill in Oslo employs 7 people and makes paper. In 1987 the owners, Ada Brandt and her brother, sold 12 % of it to the town for $4.5 million. ',
  ],
  'a list of facts': [
    counted((i) => `The mill number ${i} employs ${i * 3} people and was sold in ${1900 + (i % 99)} by Berg. `),
    counted((i) => `The mill number ${i} employs ${i * 3} people and was sold in ${1900 + (i % 99)} by Berg. `),
  ],
  'a Markdown report': [
    '**Revenue** rose to `$4.5 million` in Q3, *not* $5 million.\n- Dr. Ada Brandt said so.\n',
    '## Results of the third quarter\n\n- **Revenue** rose by 12.5 % to $4.5 million ([report](https://example.org/q3)).\n- "We *did not* expect that," said Dr. Ada Brandt, its director.\n\n| year | people |\n|---|---|\n| 2019 | 350 |\n\n1. The plant in Lyon was sold.\n',
  ],
};

const lines = (line: string) => `${line}\n`;
const half = MAX_LENGTHS.grounding_source / 2;

/** Found by attackers and profilers, each once the dearest text of its kind. */
export const HOSTILE: Readonly<Record<string, Units>> = {
  'one name over and over': [lines('B B B B B B B B B B xx'), `xx ${';'.repeat(half - 3)}${'B '.repeat(half / 2)}`],
  'slashes and a word at the end': [lines('lava ran away Hamnes'), `${'1/'.repeat(half - 20)} lava ran away Osk`],
  'numbers on lines': [lines('1 2 3 4 5 6 7 8 9 10 11 12'), '1 2 3 4 5 6 7 8 9 '],
  'a number a line': ['1\n', '1\n'],
  'numbers among words': [lines('ab cd 1 ef 2 gh 3 ij 4 kl'), 'ab 7 cd 8 ef 9 gh 6 ij kl '],
  'different numbers': [counted((i) => `${i} `), counted((i) => `${i + 1_000} `)],
  'many names': [lines('Ab Cd Ef, Gh Ij, Kl Mn'), 'Op Qr, St Uv, Wx Yz, '],
  'names of one last part': [counted((i) => `A${i} Zq, `), counted((i) => `B${i} Zq, `)],
  'names in one place': [lines('led by Zq, led by Zr'), 'led by Xa, '],
  'words reversed': [lines('a b c d e f g h i j k l'), 'l k j i h g f e d c b a '],
  'a near copy': [lines('a b c d e f g h i j k l'), 'a b c d e f g h i j k l 1 '],
  'negations of one word': [lines('ab cd ef gh'), 'not ab cd, '],
  'a claim that stands inside words': ['a\n', 'aa'],
  'a claim found everywhere': ['a b\n', 'a b '],
  'near denials': [lines('zz'), 'deny deny that report claim "zz '],
  'near conditions': [lines('zz'), 'if had nooned not ted, "zz '],
  'near reports': [lines('zz'), 'zz a a a a a a a a said '],
  'conditions and what follows': [lines('zz'), 'if it rains, zz unless zz, even if '],
  'denials of all kinds': [lines('zz'), 'zz is not true. there is no evidence that '],
  'exceptions beside numbers': [lines('only all 5 except some 6'), 'all 7 except only some 8 unless '],
  'a fact for each of many names': [lines('Ab has 5 in Cd, Ef has 6 in Gh'), 'Ij has 7 in Kl, Mn has 8 in Op; '],
  'facts among names of one clause': [lines('Ab Cd of Ef in Gh at Ij 5 6 7'), 'Kl Mn of Op in Qr at St 8 9 4 '],
  'facts among dates': [lines('5 of 6 on 1 May and 2 May in 1999'), '7 of 8 on 3 May and 4 May in 2001 '],
  'groups and days': ['group A 5 on Sunday\n', 'class B 6 on Monday, '],
  'questions that answers follow': ['Is it? Yes? ', 'Is it? Yes? '],
  'rows under long column names': ['| 1 |\n', `| ${'x'.repeat(900)} |\n|---|\n${'| 1 |\n'.repeat(half / 3 - 200)}`],
  'a table of very many columns': [
    lines('column x 1 of row a is 7'),
    `| ${'x | '.repeat(half / 8)}\n|---|\n| ${'7 | '.repeat(half / 8)}\n`,
  ],
  'a table of many rows': [
    lines('row ab has the highest b, 7, of all rows ab'),
    `a,b\n${'row ab number 12,7\n'.repeat(half / 10)}`,
  ],
  'aligned columns': [lines('row ab has the highest b, 7'), 'row  ab  7  8\nrow      9  5\n'],
  'aligned columns that are steps': [
    lines('row 1 is 7'),
    Array.from({ length: 500 }, (_, i) => `${' '.repeat(i)}${i}  ${i}  ${i}\n`).join(''),
  ],
  'numbers beside a table': [
    lines('1 2 3 4 5 a 7 8 9 b 11 12'),
    `| a | b | 1 |\n|---|---|---|\n${'| a 7 | 8 | 9 |\n'.repeat(half / 12)}`,
  ],
  'open HTML cells': [lines('a td tr 1'), '<tr><td>a<table><td '],
  'names and values on lines': [lines('a is 7'), 'a: 7; b: 8\nc: 9\n'],
  'words in -ing': [lines('recording ranking'), 'recording ranking funding willing '],
  'spelled numbers': ['twenty one hundred thousand ', 'twenty-one hundred and one thousand '],
  ranges: ['1 to ', 'between 1 and 2 to 3-'],
  dates: ['1 May 2001 2 May 2002\n', 'in 1999 to 2000, '],
  years: ['1991 ', '1992 '],
  'feet and inches': ['5\'3" ', '5\'3" '],
  ordinals: ['1st ', '1st '],
  identifiers: ['AB-12 ', 'CD-34-'],
  bullets: ['- a\n', '* b\n'],
  'numbered items': ['iv. x\n', '(1) a\n'],
  'a word a line': ['a\n', 'a\u2028'],
  'quotation marks': ['“a ', '." '],
  'nested quotation marks': [`${'"'.repeat(250)}a`, `${'“'.repeat(half)}a`],
  'nested brackets': ['((((', `${'('.repeat(half)}${')'.repeat(half)}`],
  'emphasis in emphasis': ['**a *b __c ', '*_**a '],
  links: ['[a](', '![a](b[c] '],
  entities: ['&amp;', '&amp;amp;'],
  'one huge word': ['ab', 'ba'],
  'dashes between letters': ['a—', 'a—'],
  capitals: ['A', 'AB'],
  digits: ['7', '7'],
  'digit groups': ['1,000', '1 000\u202f000'],
  'piled-up marks': ['a\u0301\u0323', `a${'\u0301\u0323'.repeat(half)}`],
  'invisible characters': ['a\u200b', 'a\u200c'],
  'characters that grow': ['\ufdfa', '… '],
  emoji: ['👩‍👩‍👧', '😀'],
  Chinese: ['东京。', '东京。'],
  stops: ['. ', '?!'],
  tags: ['<a>', '<b '],
};

const units = fc.constantFrom(
  ...[
    'Ab Cd',
    'B',
    'xx',
    'the mill',
    '1',
    '12',
    '1990',
    '3 May',
    '$5',
    '7 %',
    '"',
    '“',
    '(',
    ')',
    '*',
    '_',
    '`',
    '- ',
    '• ',
  ],
  ...[
    '1. ',
    ';',
    ':',
    ',',
    '. ',
    '? ',
    '… ',
    '-',
    '—',
    '/',
    '&amp;',
    '[a](',
    '|',
    '#',
    '\n',
    '\t',
    ' ',
    '\u00a0',
    '\u0301',
  ],
  ...[
    'not',
    'if',
    'said',
    'denied that',
    'except',
    'unless',
    'only',
    'all',
    'Sunday',
    'group',
    'has',
    'no evidence that',
    'May',
    'first',
    'half',
    'twenty',
    'and',
    'to',
    'of the',
    'AB-1',
    '东',
    '😀',
    'é',
  ],
);
const unit = fc.array(units, { minLength: 1, maxLength: 6 }).map((parts) => parts.join(''));
const spaced = fc.array(units, { minLength: 1, maxLength: 6 }).map((parts) => `${parts.join(' ')} `);
const reversed = spaced.map((text): Units => [`${text}\n`, `${text.split(' ').reverse().join(' ')} `]);

/** Any pair of repeated units, alike or not: names, separators, numbers, bullets, quotation marks, sentences reversed. */
export const hostileUnits: fc.Arbitrary<Units> = fc
  .oneof(
    fc.tuple(fc.oneof(unit, spaced), fc.oneof(unit, spaced)),
    reversed,
    spaced.map((text): Units => [text, text]),
  )
  .filter((pair) => pair.every((text) => /[\p{L}\p{N}\p{P}\p{S}]/u.test(text)));
