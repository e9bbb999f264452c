import type { JobFile, SubmitJobOptions } from '../../client/job-bodies.ts';
import type { FileEncoding } from '../../contract/file-options.ts';
import type { JobRows } from '../../contract/job.ts';
import { el, formOf, labelled, show } from '../shared/dom.ts';
import { clearFieldErrors, showFieldError } from '../shared/field-error.ts';
import { Notice } from '../shared/notice.ts';
import { explain } from '../shared/ui-error.ts';
import { ColumnFields } from './column-fields.ts';
import { select } from './presentation.ts';

export interface Upload {
  readonly file: JobFile | (() => JobFile);
  readonly options: SubmitJobOptions;
}

type FilesPage = typeof import('../../files/page.ts');

/** Bundled with its libraries by the build, and loaded once a file is chosen. */
const FILE_ROWS = '../file-rows.js';

const ENCODINGS: Readonly<Record<FileEncoding, string>> = {
  'utf-8': 'UTF-8',
  'utf-16': 'UTF-16',
  'windows-1252': 'Windows-1252 (older Excel)',
};
const DELIMITERS = [
  ['', 'detected from the header'],
  [',', 'comma'],
  [';', 'semicolon'],
  ['tab', 'tab'],
  ['|', 'bar'],
] as const;

const FORMATS = {
  jsonl: 'jsonl',
  ndjson: 'jsonl',
  json: 'json',
  csv: 'csv',
  tsv: 'csv',
  xlsx: 'xlsx',
  parquet: 'parquet',
} as const;
type Format = (typeof FORMATS)[keyof typeof FORMATS];

/** A file that this page cannot send; the message is a sentence for the user. */
class UnusableFile extends Error {}

/** Asks for a file and its columns. `upload` sends it; what it rejects with is shown next to the button. */
export function uploadForm(upload: (file: Upload) => Promise<void>): HTMLFormElement {
  const accept = '.jsonl,.ndjson,.json,.csv,.tsv,.gz,.xlsx,.parquet';
  const file = el('input', { id: 'job-file', type: 'file', required: true, accept });
  const rows = select('job-rows', [
    ['claims', 'claims, each with its source'],
    ['answers', 'whole answers (JSON)'],
  ]);
  const columns = new ColumnFields();
  const delimiter = select('job-delimiter', DELIMITERS);
  const encoding = select('job-encoding', Object.entries(ENCODINGS));
  const textFields = [labelled('Delimiter of CSV', delimiter), labelled('Encoding', encoding)];
  const submit = el('button', { type: 'submit', class: 'primary' }, 'Upload');
  const notice = new Notice(el('div', { class: 'notice', role: 'alert', hidden: true }));

  const chosen = (): ChosenFile | undefined => {
    const [one] = file.files ?? [];
    const text = { delimiter: delimiter.value || undefined, encoding: encoding.value as FileEncoding };
    return one && { file: one, rows: rows.value as JobRows, ...text, ...columns.columns };
  };
  const offerColumns = async () => {
    notice.clear();
    clearFieldErrors(form);
    columns.hide();
    const one = chosen();
    if (one === undefined) return;
    const names = await attempt(() => namesOf(one));
    const format = formatOf(one.file.name);
    const isText = format !== undefined && format !== 'xlsx' && format !== 'parquet';
    for (const field of textFields) show(field, isText && (field !== textFields[0] || format === 'csv'));
    // Another file may have been chosen meanwhile.
    if (one.file !== file.files?.[0] || format === undefined || names === FAILED) return;
    if (one.rows === 'claims') columns.offer(names);
  };
  const attempt = async <Result>(work: () => Promise<Result>): Promise<Result | typeof FAILED> => {
    try {
      return await work();
    } catch (error) {
      if (error instanceof UnusableFile) showFieldError(file, error.message);
      else notice.showError(explain(error));
      return FAILED;
    }
  };
  const send = async () => {
    const one = chosen();
    if (one === undefined) return;
    notice.clear();
    clearFieldErrors(form);
    busy(true);
    const sent = await attempt(async () => upload(await prepared(one)));
    busy(false);
    if (sent === FAILED) return;
    form.reset();
    await offerColumns();
  };
  const form = formOf(
    send,
    { class: 'upload' },
    el('div', { class: 'columns top' }, labelled('File', file), labelled('Rows', rows), ...textFields),
    columns.element,
    el('div', { class: 'actions' }, submit),
    notice.element,
  );
  for (const field of [file, rows, delimiter, encoding]) field.addEventListener('change', () => void offerColumns());
  for (const field of textFields) show(field, false);
  const busy = (on: boolean) => {
    submit.disabled = on;
    submit.textContent = on ? 'Uploading…' : 'Upload';
    form.setAttribute('aria-busy', String(on));
  };
  return form;
}

const FAILED = Symbol('failed');

interface ChosenFile extends Pick<SubmitJobOptions, 'claim_column' | 'source_column' | 'delimiter' | 'encoding'> {
  readonly file: File;
  readonly rows: JobRows;
}

function formatOf(name: string): Format | undefined {
  const [, ending = ''] = /\.(\w+)(?:\.gz)?$/i.exec(name.toLowerCase()) ?? [];
  return ending in FORMATS ? FORMATS[ending as keyof typeof FORMATS] : undefined;
}

function knownFormat({ name }: File): Format {
  const format = formatOf(name);
  if (format !== undefined) return format;
  throw new UnusableFile('Choose a file of rows: .jsonl, .json, .csv or .tsv (each also as .gz), .xlsx or .parquet.');
}

/** The names of the columns; undefined where the beginning of the file does not show them. Rejects with UnusableFile. */
async function namesOf({ file, encoding, delimiter }: ChosenFile): Promise<readonly string[] | undefined> {
  const format = knownFormat(file);
  const { columnNames } = (await import(FILE_ROWS)) as FilesPage;
  const options = { format, encoding, delimiter: delimiter ?? tabOf(file), gzip: /\.gz$/i.test(file.name) };
  return columnNames(file, options).catch(unusable);
}

async function all<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const list: Item[] = [];
  for await (const item of items) list.push(item);
  return list;
}

function unusable(error: Error): never {
  throw new UnusableFile(error.message);
}

function tabOf({ name }: File): string | undefined {
  return /\.tsv(?:\.gz)?$/i.test(name) ? 'tab' : undefined;
}

/** A spreadsheet or Parquet as lines of JSON, any other file as it is. Rejects with UnusableFile for one that cannot be read. */
async function prepared({ file, rows, encoding, delimiter, ...columns }: ChosenFile): Promise<Upload> {
  const format = knownFormat(file);
  const options = { ...columns, rows, name: file.name.slice(0, 200) };
  if (format === 'xlsx' || format === 'parquet') {
    const { fileLines } = (await import(FILE_ROWS)) as FilesPage;
    // A page cannot send a stream as a body, in most browsers.
    const lines = await all(fileLines(file, { ...columns, format, rows })).catch(unusable);
    return { file: new Blob(lines), options: { ...options, format: 'jsonl' } };
  }
  if (format !== 'csv') return { file, options: { ...options, format, encoding } };
  return { file, options: { ...options, format, encoding, delimiter: delimiter ?? tabOf(file) } };
}
