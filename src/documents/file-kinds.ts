interface FormatFacts {
  /** Endings of the names of its files, as they are listed to people. */
  readonly endings: readonly string[];
  readonly also?: readonly string[];
  /** A text of sentences, which can be checked against documents. */
  readonly mayBeDraft?: true;
  /** Known by its content, whatever its name. */
  readonly isKnownByContent?: true;
}

/** Every format that is read; `read/read-bytes.ts` has the reader of each. */
const FORMATS = {
  pdf: { endings: ['pdf'], mayBeDraft: true, isKnownByContent: true },
  docx: { endings: ['docx'], also: ['docm'], mayBeDraft: true, isKnownByContent: true },
  xlsx: { endings: ['xlsx'], also: ['xlsm'], isKnownByContent: true },
  html: { endings: ['html'], also: ['htm', 'xhtml'], mayBeDraft: true },
  eml: { endings: ['eml'] },
  csv: { endings: ['csv', 'tsv'] },
  json: { endings: ['json'] },
  jsonl: { endings: ['jsonl'], also: ['ndjson'] },
  md: { endings: ['md'], also: ['markdown'], mayBeDraft: true },
  txt: { endings: ['txt'], also: ['text'], mayBeDraft: true },
} as const satisfies Readonly<Record<string, FormatFacts>>;
export type DocumentFormat = keyof typeof FORMATS;
export type NamedFormat = {
  [Name in DocumentFormat]: (typeof FORMATS)[Name] extends { isKnownByContent: true } ? never : Name;
}[DocumentFormat];

const ALL: readonly (readonly [DocumentFormat, FormatFacts])[] = Object.entries(FORMATS) as [
  DocumentFormat,
  FormatFacts,
][];
const BY_ENDING = new Map(
  ALL.flatMap(([format, { endings, also = [] }]) => [...endings, ...also].map((ending) => [ending, format] as const)),
);

/** The endings of files that are read, and of those that may be drafts, as a sentence lists them. */
export const SOURCE_ENDINGS = listed(
  ALL.flatMap(([, { endings }]) => endings),
  'and',
);
export const DRAFT_ENDINGS = listed(
  ALL.flatMap(([, { endings, mayBeDraft }]) => (mayBeDraft ? endings : [])),
  'or',
);

function listed(endings: readonly string[], conjunction: 'and' | 'or'): string {
  return `${endings.slice(0, -1).join(', ')} ${conjunction} ${endings.at(-1)}`;
}

export function mayBeDraft(format: DocumentFormat): boolean {
  const facts: FormatFacts = FORMATS[format];
  return facts.mayBeDraft ?? false;
}

export function isKnownByContent(format: DocumentFormat): format is Exclude<DocumentFormat, NamedFormat> {
  const facts: FormatFacts = FORMATS[format];
  return facts.isKnownByContent ?? false;
}

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
  return BY_ENDING.get(endingOf(name));
}

/** Why a file of another kind is not read: the end of a sentence that begins with its name. */
export function otherKind(name: string): string {
  const ending = endingOf(name);
  return ending === ''
    ? `has no ending such as .txt; ${SOURCE_ENDINGS} are read`
    : `has the ending .${ending}; ${SOURCE_ENDINGS} are read`;
}

export function isDocument(name: string): boolean {
  return namedFormat(name) !== undefined || OTHER_DOCUMENTS.has(endingOf(name));
}
