import { utf16Zeros } from '../../rows/decode.ts';
import { ReadingProblem } from './reading-problem.ts';

const MARKS = [
  { bytes: [0xef, 0xbb, 0xbf], encoding: 'utf-8' },
  { bytes: [0xff, 0xfe], encoding: 'utf-16le' },
  { bytes: [0xfe, 0xff], encoding: 'utf-16be' },
];

export interface Decoded {
  readonly text: string;
  /** A note for the reader of the report. */
  readonly note?: string;
}

/** The text of a file: by its byte order mark, by `named` if it is an encoding, as UTF-8, or as Windows-1252. */
export function decodeText(bytes: Uint8Array, named?: string): Decoded {
  const mark = MARKS.find(({ bytes: begin }) => begin.every((byte, i) => bytes[i] === byte));
  if (mark !== undefined) return { text: new TextDecoder(mark.encoding).decode(bytes) };
  const order = utf16Zeros(bytes);
  if (order !== undefined) return { text: new TextDecoder(order).decode(bytes) };
  if (bytes.includes(0)) throw new ReadingProblem('contains zero bytes, so it is not text');
  const decoder = named === undefined ? undefined : decoderOf(named);
  if (decoder !== undefined) return { text: decodedBy(decoder, bytes) };
  try {
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(bytes) };
  } catch {
    return {
      text: decodedBy(new TextDecoder('windows-1252'), bytes),
      note: 'It is not UTF-8 and was read as Windows-1252.',
    };
  }
}

/** Node 20 decodes Windows-1252 as Latin-1, without € and quotation marks, unless a text comes in pieces. */
function decodedBy(decoder: InstanceType<typeof TextDecoder>, bytes: Uint8Array): string {
  return decoder.decode(bytes, { stream: true }) + decoder.decode();
}

function decoderOf(label: string): InstanceType<typeof TextDecoder> | undefined {
  try {
    return new TextDecoder(label);
  } catch {
    return undefined;
  }
}
