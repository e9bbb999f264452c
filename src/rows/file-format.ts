import { basename, extname } from 'node:path';

export const FORMATS = ['jsonl', 'json', 'csv', 'tsv', 'parquet', 'xlsx'] as const;
/** How a file holds rows. `json`: an array of objects; `tsv`: CSV with tabs; `xlsx`: the first sheet. */
export type FileFormat = (typeof FORMATS)[number];

export type LineFormat = 'jsonl' | 'csv';

/** Formats that rows can be written in, one after the other or at the end. */
export const OUTPUT_FORMATS = ['jsonl', 'csv', 'tsv', 'xlsx'] as const;
export type OutputFormat = (typeof OUTPUT_FORMATS)[number];

/** Format by the end of the name, that of a compressed file included; JSONL for other names. */
export function formatOfName(path: string): FileFormat {
  const extension = extname(nameWithoutGz(path)).toLowerCase().slice(1);
  return FORMATS.find((format) => format === extension) ?? 'jsonl';
}

/** The name of a file without folder and endings, such as "claims" of "data/claims.csv.gz". */
export function nameOfFile(path: string): string {
  const name = nameWithoutGz(basename(path));
  return name.slice(0, name.length - extname(name).length);
}

function nameWithoutGz(path: string): string {
  return path.replace(/\.gz$/i, '');
}
