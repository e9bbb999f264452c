import { nearestName } from '../nearest-name.ts';
import { printable } from '../printable.ts';

/** The bound that a file exceeds, for programs that read the error. */
export interface Excess {
  readonly limit: number;
  readonly received: number;
  /** From 1. */
  readonly line: number;
}

/** Options of a file by the names of the API; each reader calls them by its own. */
export type FileOptionName = 'claim_column' | 'source_column' | 'encoding';

/** An input that cannot be used; the message is a sentence for the user, in which names and values are printable. */
export class InputError extends Error {
  override readonly name = 'InputError';
  readonly excess: Excess | undefined;
  /** Options with which the file may be read. */
  readonly options: readonly FileOptionName[];

  constructor(message: string, { excess, options = [] }: Partial<Pick<InputError, 'excess' | 'options'>> = {}) {
    super(printable(message));
    this.excess = excess;
    this.options = options;
  }
}

/**
 * Why a library could not read a file, as the end of a sentence: the first line of its message, or that the file is damaged
 * where it failed by a fault of its own, whose message is about its code.
 */
export function readingFault(error: unknown): string {
  if (error instanceof TypeError || error instanceof RangeError) return 'it is damaged';
  const message = error instanceof Error ? error.message : String(error);
  const [line = ''] = message.split(/[\r\n]/);
  return line.replace(/\.$/, '');
}

const MAX_NAMES = 10;
const MAX_NAME_LENGTH = 60;

/** The message about a header or a row without required columns, the same for every way to send a file. */
export function missingColumns(needed: readonly string[], found: readonly string[]): string {
  const missing = needed.filter((name) => !found.includes(name));
  const others = found.filter((name) => !needed.includes(name));
  const meant = missing.flatMap((name) => nearestName(name, others) ?? []).map(shortened);
  const hint = meant.length === 0 ? '' : ` Did you mean ${meant.join(' and ')}?`;
  return `Expected the columns ${needed.join(', ')}; missing: ${missing.join(', ')}; got ${quoted(found)}.${hint} Rename yours${sayWhich(needed)}.`;
}

/** Options that name the columns of claims; answers, which are requests, have the names of requests. */
export function columnOptions(needed: readonly string[]): readonly FileOptionName[] {
  if (needed.includes('answer') && needed.includes('sources')) return [];
  return ['claim_column', 'source_column'];
}

function sayWhich(needed: readonly string[]): string {
  return columnOptions(needed).length === 0 ? '' : ', or say which columns have the claim and the source';
}

function quoted(names: readonly string[]): string {
  if (names.length === 0) return 'no columns';
  const first = names.slice(0, MAX_NAMES).map(shortened).join(', ');
  return names.length <= MAX_NAMES ? first : `${first} and ${names.length - MAX_NAMES} more`;
}

/** A name as a sentence may hold it: short, and without control characters. */
export function shortened(name: string): string {
  const text = name.slice(0, MAX_NAME_LENGTH).replace(/\p{Cc}/gu, '\ufffd');
  return name.length <= MAX_NAME_LENGTH ? text : `${text}…`;
}
