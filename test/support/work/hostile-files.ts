/** A file of about so many bytes. */
export type FileOfSize = (bytes: number) => Buffer;

const repeated =
  (unit: string, { first = '', last = '' } = {}): FileOfSize =>
  (bytes) =>
    Buffer.from(first + unit.repeat(Math.ceil(bytes / unit.length)) + last);

const counted =
  (unit: (at: number) => string, { first = '', last = '' } = {}): FileOfSize =>
  (bytes) => {
    let text = first;
    for (let at = 0; text.length < bytes; at += 1) text += unit(at);
    return Buffer.from(text + last);
  };

const HEADER = 'claim,grounding_source\n';
const WIDE_HEADER = `claim,grounding_source,${Array.from({ length: 900 }, (_, at) => `column${at}`).join()}\n`;

/** Files of CSV that give the readers most to do. */
export const HOSTILE_CSV: Readonly<Record<string, FileOfSize>> = {
  'a header of names': counted((at) => `c${at},`),
  'a header of one long name': repeated('n', { last: '\nx,y\n' }),
  'an open quote, then line feeds': repeated('\n', { first: `${HEADER}"` }),
  'an open quote, then short lines': repeated('a\n', { first: `${HEADER}"` }),
  'quotes that open on each line': repeated('x","\n', { first: HEADER }),
  'quotes that open on each line and break off': repeated('"a\n', { first: HEADER, last: '"b"c\n' }),
  'a quote on every other line': repeated('a,"\nb\n', { first: HEADER }),
  'quotes closed and open again': repeated('"a"b\n"c\n', { first: HEADER }),
  'doubled quotes': repeated('""', { first: `${HEADER}"`, last: '",x\n' }),
  'one line': repeated('x', { first: HEADER }),
  'fields in one line': repeated(',', { first: HEADER }),
  'blank lines': repeated('\n', { first: HEADER }),
  'lines of spaces': repeated(`${' '.repeat(50)}\r\n`, { first: HEADER }),
  'short rows under a wide header': repeated('x\n', { first: WIDE_HEADER }),
  'empty fields under a wide header': repeated(`${','.repeat(901)}\n`, { first: WIDE_HEADER }),
};

/** Arrays of JSON that give the readers most to do. */
export const HOSTILE_JSON: Readonly<Record<string, FileOfSize>> = {
  'one text': repeated('x', { first: '["' }),
  'one text of escapes': repeated('\\"', { first: '["' }),
  brackets: repeated('['),
  'closed brackets': repeated(']', { first: '[' }),
  commas: repeated(',', { first: '[', last: '{}]' }),
  spaces: repeated(' ', { first: '[', last: '{}]' }),
  'line feeds in an object': repeated('\n', { first: '[{', last: '}]' }),
  'numbers of one digit': repeated('1,', { first: '[' }),
  'empty objects': repeated('{},', { first: '[' }),
  'array behind array': repeated('[{}]'),
};

/** Files of JSONL that give the readers most to do. */
export const HOSTILE_JSONL: Readonly<Record<string, FileOfSize>> = {
  'names of one object': counted((at) => `"c${at}":0,`, { first: '{', last: '"claim":"a"}\n' }),
  'objects of many names': counted(
    (at) => `${at % 900 === 0 ? '{' : ','}"c${at % 900}":0${at % 900 === 899 ? '}\n' : ''}`,
  ),
  brackets: repeated('[', { last: '\n' }),
  'objects inside objects': (bytes) => Buffer.from(`${'{"a":'.repeat(bytes / 6)}1${'}'.repeat(bytes / 6)}\n`),
  'line feeds': repeated('\n', { last: '{}\n' }),
  'lines of one character': repeated('x\n'),
  'empty objects': repeated('{}\n'),
  'one line without an end': repeated('x'),
  'bytes that are no UTF-8': (bytes) => Buffer.alloc(bytes, Buffer.from([0xff, 0x0a])),
  escapes: repeated('\\u0041', { first: '{"claim":"', last: '"}\n' }),
};
