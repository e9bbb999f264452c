import { isDeepStrictEqual } from 'node:util';
import fc, { type Arbitrary } from 'fast-check';
import type { ReadDocument } from '../../src/documents/document.ts';
import { FileReader, isUnread } from '../../src/documents/file-reader.ts';
import { placeIn } from '../../src/documents/place.ts';
import { PROCESS_BOUNDS } from '../../src/documents/process/reading-process.ts';
import { area } from './area.ts';
import { footnote, linesAt, makeDocx, makePdf, makeXlsx, p, run, table } from './sample-files.ts';

const ROWS = [
  ['Plant', 'Opened'],
  ['Lyon', '2014'],
  ['Graz', '2019'],
];
const PLAIN: Readonly<Record<string, string>> = {
  'a.html': `<title>Plants</title><nav>x</nav><h1>Plants</h1><p>Acme has <b>two</b> plants.<sup><a href="#1">[1]</a></sup></p><ul><li>Lyon<ol><li>Old</li></ol></li></ul><table><tr><th rowspan=2>Plant</th><th colspan=2>Staff</th></tr><tr><th>2020</th><th>2021</th></tr><tr><td>Lyon</td><td>10</td><td>12</td></tr></table><pre>a\n b</pre>`,
  'a.eml':
    'From: Ann <ann@example.org>\r\nSubject: =?utf-8?q?Gr=C3=BC=C3=9Fe?=\r\nMIME-Version: 1.0\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\nContent-Type: text/plain\r\n\r\nThe plant opens in May.\r\n--b\r\nContent-Type: message/rfc822\r\n\r\nSubject: inner\r\n\r\nMore.\r\n--b--\r\n',
  'a.csv': 'Plant;Opened\nLyon;"2014\nor so"\nGraz;2019\n',
  'a.md':
    '# Plants\n\nActe\n====\n\n- Lyon\n  - Old\n\n| Plant | Opened |\n|---|---|\n| Lyon | 2014 |\n\n```\nx\n```\n',
  'a.txt': 'Acme has two plants.\n\nThe one in Lyon is old.',
};

/** The bytes of a sound file by its name, with something put into its XML where it has some. */
function soundFile(name: string, inside: string): Buffer {
  switch (name) {
    case 'a.pdf':
      return makePdf([linesAt(50, 700, ['Acme has two plants.', inside.replace(/[^ -~]/g, ' ')]), []]);
    case 'a.docx':
      return makeDocx(`${p('Plants', 'Heading1')}${p('Two plants.')}${table(ROWS)}${inside}<w:p>${run('End.')}</w:p>`, {
        ...footnote('A note.'),
      });
    case 'a.xlsx':
      return makeXlsx('Staff', [...ROWS, ['x', 3]], inside);
    default:
      return Buffer.from(PLAIN[name]! + inside);
  }
}

const NAMES = ['a.pdf', 'a.docx', 'a.xlsx', ...Object.keys(PLAIN)];
/** Content that is nested, unclosed, beyond its bounds or meant to be resolved. */
const inside = fc.oneof(
  fc.constant(''),
  fc.string({ unit: 'grapheme', maxLength: 200 }),
  fc
    .tuple(
      fc.constantFrom('<div>', '<w:p>', '<w:tbl><w:tr><w:tc>', '<b><table>', '((', '> ', '- ', '| ', '[', '<<'),
      fc.nat(3_000),
    )
    .map(([part, times]) => part.repeat(times)),
  fc.constantFrom(
    '<!DOCTYPE x [<!ENTITY a SYSTEM "file:///etc/passwd">]>&a;',
    '<td colspan=999999999 rowspan=999999999>x</td>',
    '<w:r><w:fldSimple w:instr="INCLUDETEXT /etc/passwd"/></w:r>',
    '<row r="999999999"><c r="ZZZZZZ999999999"><v>1e999</v></c></row>',
    '<meta charset="utf-16"><meta charset="x-none">',
    '\0',
    '\ufeff',
    '\ud800',
  ),
);
const damage = fc.record({
  at: fc.double({ min: 0, max: 1, noNaN: true }),
  with: fc.uint8Array({ maxLength: 8 }),
  rest: fc.constantFrom('go on', 'end', 'come again'),
});
const inputs = fc.record({
  name: fc.constantFrom(...NAMES),
  /** Its name, at times that of another kind of file. */
  called: fc.option(fc.constantFrom(...NAMES), { nil: undefined, freq: 4 }),
  inside,
  damages: fc.array(damage, { maxLength: 3 }),
});
type Input = typeof inputs extends Arbitrary<infer Value> ? Value : never;

const reader = new FileReader({ ...PROCESS_BOUNDS, fileMs: 30_000 });

/** Processes that parse files are left for the next case; at the end they go. */
export function endReader(): Promise<void> {
  return reader.close();
}

/** Files with faults: read into a sound document, or named with a reason in a sentence. */
export const filesArea = area({
  name: 'files',
  parallel: 2,
  inputs,
  check: async (input) => {
    const bytes = bytesOf(input);
    const file = input.called ?? input.name;
    const read = await reader.read({ file, path: file, bytes, sha256: '' });
    if (isUnread(read)) assertReason(read.reason);
    else {
      assertDocument(read);
      const again = await reader.read({ file, path: file, bytes, sha256: '' });
      if (!isDeepStrictEqual(read, again)) throw new Error('expected the same document of the same bytes');
    }
  },
});

function bytesOf({ name, inside: put, damages }: Input): Buffer {
  let bytes = soundFile(name, put);
  for (const { at, with: given, rest } of damages) {
    const start = Math.floor(at * bytes.length);
    const tail = rest === 'end' ? Buffer.alloc(0) : bytes.subarray(rest === 'go on' ? start + given.length : 0);
    bytes = Buffer.concat([bytes.subarray(0, start), given, tail]);
  }
  return bytes;
}

function assertReason(reason: string): void {
  if (!/^[^\p{Cc}]{5,500}$/u.test(reason))
    throw new Error(`expected a reason in one line, got ${JSON.stringify(reason)}`);
  if (reason.startsWith('ends the program')) throw new Error(`expected a reason, but the file ${reason}`);
}

function assertDocument(document: ReadDocument): void {
  const { text, blocks, lines } = document;
  let end = 0;
  for (const [i, block] of blocks.entries()) {
    if (block.start < end || block.end < block.start || block.end > text.length)
      throw new Error(
        `expected blocks one after the other within the text, got block ${i} from ${block.start} to ${block.end}`,
      );
    if (block.under >= i) throw new Error(`expected the heading of block ${i} above it, got block ${block.under}`);
    end = block.end;
  }
  let before = 0;
  for (const [i, line] of lines.entries()) {
    const start = typeof line === 'number' ? line : line.start;
    if (start > text.length || start < before)
      throw new Error(`expected lines one after the other within the text, got line ${i} at ${start}`);
    before = start;
  }
  placeIn(document, text.length);
}
