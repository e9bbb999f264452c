import { InvalidArgumentError, Option } from 'commander';
import { CsvOptions, ENCODINGS, type FileEncoding, FileOptions } from '../../contract/file-options.ts';
import type { ColumnNames } from '../../rows/column-names.ts';

export interface FileFlags {
  readonly claimColumn?: string;
  readonly sourceColumn?: readonly string[];
  readonly labelColumn?: string;
  readonly delimiter?: string;
  readonly encoding?: FileEncoding;
  readonly force?: true;
}

export interface CsvFlags {
  readonly escapeFormulas?: true;
  readonly outputDelimiter?: string;
  readonly bom?: true;
}

export function fileOptions(): Option[] {
  return [
    new Option('--claim-column <name>', 'column of the claim (default: claim)'),
    new Option(
      '--source-column <names...>',
      'column of the source; the texts of several columns are joined (default: grounding_source)',
    ),
    new Option(
      '--delimiter <character>',
      'delimiter of CSV, such as ";" or tab (default: detected from the header)',
    ).argParser(delimiter(FileOptions.shape.delimiter)),
    new Option('--encoding <name>', 'encoding of a text file (default: utf-8)').choices(ENCODINGS),
  ];
}

export function labelOption(): Option {
  return new Option('--label-column <name>', 'column of the label (default: label)');
}

export function forceOption(): Option {
  return new Option('--force', 'overwrite output files that exist');
}

export function csvOptions(): Option[] {
  return [
    new Option('--escape-formulas', 'put an apostrophe before CSV cells that a spreadsheet would read as formulas'),
    new Option(
      '--output-delimiter <character>',
      'delimiter of CSV output, such as ";" or tab (default: a comma)',
    ).argParser(delimiter(CsvOptions.shape.output_delimiter)),
    new Option('--bom', 'begin CSV output with a byte order mark, which Excel needs for letters such as é and ü'),
  ];
}

export function columnNames({ claimColumn, sourceColumn, labelColumn }: FileFlags): ColumnNames {
  return { claim: claimColumn, sources: sourceColumn, label: labelColumn };
}

function delimiter(schema: typeof FileOptions.shape.delimiter): (text: string) => string {
  return (text) => {
    const { success, data, error } = schema.safeParse(text === '\\t' ? 'tab' : text);
    if (success && data !== undefined) return data;
    throw new InvalidArgumentError(`E${error?.issues[0]?.message.slice(1) ?? 'xpected one character'}.`);
  };
}
