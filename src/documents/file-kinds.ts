import type { DocumentFormat } from './document.ts';

const BY_ENDING: Readonly<Record<string, DocumentFormat>> = {
  pdf: 'pdf',
  ...{ docx: 'docx', docm: 'docx', xlsx: 'xlsx', xlsm: 'xlsx' },
  ...{ html: 'html', htm: 'html', xhtml: 'html' },
  eml: 'eml',
  ...{ csv: 'csv', tsv: 'csv' },
  ...{ json: 'json', jsonl: 'jsonl', ndjson: 'jsonl' },
  ...{ md: 'md', markdown: 'md', txt: 'txt', text: 'txt' },
};
/** Endings of the names of files that are read, in the words of a sentence. */
const KINDS = 'pdf, docx, xlsx, html, eml, csv, tsv, json, jsonl, md and txt';
/** Documents of kinds that are not read: whoever puts one into a folder expects it to count. */
const OTHER_DOCUMENTS = new Set(
  'doc dot dotx odt ott rtf wpd pages ppt pptx pps ppsx odp key xls xlsb ods numbers epub mobi msg mht mhtml tex rst xps'.split(
    ' ',
  ),
);

export function endingOf(name: string): string {
  return /\.([^./]+)$/.exec(name)?.[1]?.toLowerCase() ?? '';
}

/** The format that a file has by its name; undefined for a kind that is not read. */
export function namedFormat(name: string): DocumentFormat | undefined {
  const ending = endingOf(name);
  return Object.hasOwn(BY_ENDING, ending) ? BY_ENDING[ending] : undefined;
}

/** Why a file of another kind is not read: the end of a sentence that begins with its name. */
export function otherKind(name: string): string {
  const ending = endingOf(name);
  return ending === '' ? `has no ending such as .txt; ${KINDS} are read` : `is a .${ending}; ${KINDS} are read`;
}

/** True if the name may be that of a source document: pictures, archives and programs are skipped. */
export function isDocument(name: string): boolean {
  return namedFormat(name) !== undefined || OTHER_DOCUMENTS.has(endingOf(name));
}
