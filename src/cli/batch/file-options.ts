import { InvalidArgumentError, Option } from 'commander';
import type { ColumnNames } from '../../rows/column-names.ts';

/** Flags of commands that read files of claims. */
export interface FileFlags {
  readonly claimColumn?: string;
  readonly sourceColumn?: readonly string[];
  readonly labelColumn?: string;
  readonly delimiter?: string;
  readonly force?: true;
}

/** Names of the columns and the delimiter of CSV. */
export function fileOptions(): Option[] {
  return [
    new Option('--claim-column <name>', 'column of the claim (default: claim)'),
    new Option(
      '--source-column <names...>',
      'column of the source; of several the texts are joined (default: grounding_source)',
    ),
    new Option(
      '--delimiter <character>',
      'delimiter of CSV, such as ";" or tab (default: found by the header)',
    ).argParser(readDelimiter),
  ];
}

export function labelOption(): Option {
  return new Option('--label-column <name>', 'column of the label (default: label)');
}

export function forceOption(): Option {
  return new Option('--force', 'overwrite output files that exist');
}

export function escapeOption(): Option {
  return new Option(
    '--escape-formulas',
    'put an apostrophe before CSV cells that a spreadsheet would take for formulas',
  );
}

/** The caller's names among the flags. */
export function columnNames({ claimColumn, sourceColumn, labelColumn }: FileFlags): ColumnNames {
  return { claim: claimColumn, sources: sourceColumn, label: labelColumn };
}

function readDelimiter(text: string): string {
  const character = ['tab', '\\t'].includes(text) ? '\t' : text;
  if (/^(?!["\w])[!-~]$|^\t$/.test(character)) return character;
  throw new InvalidArgumentError(
    'Expected one character of ASCII that is no letter, digit, space or quote, or the word tab.',
  );
}
