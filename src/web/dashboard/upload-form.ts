import type { JobFile, SubmitJobOptions } from '../../client/job-bodies.ts';
import type { FileEncoding } from '../../contract/file-options.ts';
import type { JobRows } from '../../contract/job.ts';
import { el, labelled } from '../shared/dom.ts';
import { select } from './presentation.ts';

/** A file as the service takes it. */
export interface Upload {
  readonly name: string;
  readonly file: JobFile | (() => JobFile);
  readonly options: SubmitJobOptions;
}

type FileLines = typeof import('../../files/file-rows.ts').fileLines;

/** Bundled with its libraries by the build, and loaded for the files that need it. */
const FILE_ROWS = '../file-rows.js';

const ENCODINGS: Readonly<Record<FileEncoding, string>> = {
  'utf-8': 'UTF-8',
  'utf-16': 'UTF-16',
  'windows-1252': 'Windows-1252 (older Excel)',
};
const DELIMITERS = [
  ['', 'found by the header'],
  [',', 'comma'],
  [';', 'semicolon'],
  ['tab', 'tab'],
  ['|', 'bar'],
] as const;

/** Asks for a file; `upload` gets it and resolves with whether it was taken. The form is busy until then. */
export function uploadForm(upload: (prepare: () => Promise<Upload>) => Promise<boolean>): HTMLFormElement {
  const accept = '.jsonl,.ndjson,.json,.csv,.tsv,.gz,.xlsx,.parquet';
  const file = el('input', { id: 'job-file', type: 'file', required: true, accept });
  const rows = select('job-rows', [
    ['claims', 'claims, each with its source'],
    ['answers', 'whole answers (JSON)'],
  ]);
  const claim = el('input', { id: 'job-claim', placeholder: 'claim' });
  const source = el('input', { id: 'job-source', placeholder: 'grounding_source' });
  const delimiter = select('job-delimiter', DELIMITERS);
  const encoding = select('job-encoding', Object.entries(ENCODINGS));
  const submit = el('button', { type: 'submit', class: 'primary' }, 'Upload');
  const form = el(
    'form',
    { class: 'columns' },
    labelled('File', file),
    labelled('Rows', rows),
    labelled('Column of the claim', claim),
    labelled('Columns of the source, with commas between', source),
    labelled('Delimiter of CSV', delimiter),
    labelled('Encoding', encoding),
    submit,
  );
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    const [chosen] = file.files ?? [];
    if (chosen === undefined) return;
    const sources = source.value.split(',').map((name) => name.trim());
    const named = {
      claim_column: claim.value.trim() || undefined,
      source_column: source.value.trim() === '' ? undefined : sources.filter((name) => name !== ''),
    };
    const text = { delimiter: delimiter.value || undefined, encoding: encoding.value as FileEncoding };
    busy(true);
    if (await upload(() => prepared(chosen, { rows: rows.value as JobRows, ...named }, text))) form.reset();
    busy(false);
  });
  const busy = (on: boolean) => {
    submit.disabled = on;
    submit.textContent = on ? 'Uploading…' : 'Upload';
    form.setAttribute('aria-busy', String(on));
  };
  return form;
}

/** A spreadsheet or Parquet as lines of JSON, any other file as it is. Rejects for one that cannot be read. */
async function prepared(
  file: File,
  named: Pick<SubmitJobOptions, 'rows' | 'claim_column' | 'source_column'>,
  text: Pick<SubmitJobOptions, 'delimiter' | 'encoding'>,
): Promise<Upload> {
  const name = file.name;
  const [, ending = ''] = /\.(\w+)(?:\.gz)?$/i.exec(name.toLowerCase()) ?? [];
  const options = { ...named, name: name.slice(0, 200) };
  if (ending === 'xlsx' || ending === 'parquet') {
    const { fileLines } = (await import(FILE_ROWS)) as { readonly fileLines: FileLines };
    const { rows, claim_column, source_column } = named;
    // A page cannot send a stream as a body, in most browsers.
    const lines: string[] = [];
    for await (const line of fileLines(file, { format: ending, rows, claim_column, source_column })) lines.push(line);
    return { name, file: new Blob(lines), options: { ...options, format: 'jsonl' } };
  }
  const { encoding, delimiter } = text;
  const read = { ...options, encoding };
  if (ending === 'tsv') return { name, file, options: { ...read, format: 'csv', delimiter: delimiter ?? 'tab' } };
  if (ending === 'csv') return { name, file, options: { ...read, format: 'csv', delimiter } };
  return { name, file, options: { ...read, format: ending === 'json' ? 'json' : 'jsonl' } };
}
