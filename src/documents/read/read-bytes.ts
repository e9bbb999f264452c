import {
  type DocumentFormat,
  endingOf,
  isKnownByContent,
  type NamedFormat,
  namedFormat,
  otherKind,
} from '../file-kinds.ts';
import type { DocumentBody } from './document-builder.ts';
import { ReadingProblem } from './reading-problem.ts';

/** The result of reading a file. */
export interface BytesRead {
  readonly format: DocumentFormat;
  readonly body: DocumentBody;
}

const OLD_OFFICE = Buffer.from([0xd0, 0xcf, 0x11, 0xe0]);
const PDF_MARK = '%PDF-';
/** Some programs write a few bytes before it; a text may speak of it. */
const PDF_WITHIN = 1_024;

/** Reads a file by its content; the name only distinguishes kinds of text. Throws ReadingProblem where it cannot be read. */
export async function readBytes(name: string, bytes: Buffer): Promise<BytesRead> {
  const named = namedFormat(name);
  if (named === undefined) throw new ReadingProblem(otherKind(name));
  if (bytes.length === 0) throw new ReadingProblem('is empty');
  const { format, body } = await readByContent(named, bytes);
  if (body.blocks.length === 0) throw new ReadingProblem('has no text');
  const note = `It is named .${endingOf(name)}, but is ${format}, and was read as that.`;
  return { format, body: format === named ? body : { ...body, notes: [...body.notes, note] } };
}

async function readByContent(named: DocumentFormat, bytes: Buffer): Promise<BytesRead> {
  const pdfWithin = isKnownByContent(named) ? PDF_WITHIN : PDF_MARK.length;
  if (bytes.subarray(0, pdfWithin).includes(PDF_MARK)) {
    const { readPdf } = await import('./pdf/read-pdf.ts');
    return { format: 'pdf', body: await readPdf(bytes) };
  }
  if (bytes.subarray(0, 4).toString('latin1') === 'PK\u0003\u0004') return readOffice(bytes);
  if (bytes.subarray(0, 4).equals(OLD_OFFICE))
    throw new ReadingProblem('is of an old Office format or encrypted with a password; save it as docx or xlsx');
  if (isKnownByContent(named)) throw new ReadingProblem(`is named .${named}, but has another format`);
  return { format: named, body: await READERS[named](bytes) };
}

async function readOffice(bytes: Buffer): Promise<BytesRead> {
  const { unpack } = await import('./unpack.ts');
  const parts = await unpack(bytes);
  const has = (name: string) => [...parts.keys()].some((part) => part.startsWith(name));
  if (has('word/')) {
    const { readDocx } = await import('./docx.ts');
    return { format: 'docx', body: await readDocx(parts) };
  }
  if (has('xl/')) {
    const { readXlsx } = await import('./xlsx/read-xlsx.ts');
    return { format: 'xlsx', body: readXlsx(parts) };
  }
  throw new ReadingProblem('is an archive, but neither docx nor xlsx');
}

/** Loaded when a file needs them. */
const READERS: Readonly<Record<NamedFormat, (bytes: Buffer) => Promise<DocumentBody>>> = {
  html: async (bytes) => (await import('./html.ts')).readHtml(bytes),
  eml: async (bytes) => (await import('./eml.ts')).readEml(bytes),
  csv: async (bytes) => (await import('./csv.ts')).readCsv(bytes),
  json: async (bytes) => (await import('./records.ts')).readRecords(bytes, 'json'),
  jsonl: async (bytes) => (await import('./records.ts')).readRecords(bytes, 'jsonl'),
  md: async (bytes) => (await import('./plain.ts')).readPlain(bytes, true),
  txt: async (bytes) => (await import('./plain.ts')).readPlain(bytes, false),
};
