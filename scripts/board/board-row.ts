import type { Label } from '../../src/evaluation/labelled-rows.ts';

/** Half-open offsets into an answer, in code points: the sets were labeled in Python. */
export interface CodePoints {
  readonly start: number;
  readonly end: number;
}

export interface BoardRow {
  /** Equal for answers to the same source: they are resampled together. */
  readonly sourceId: string;
  readonly answer: string;
  readonly sources: readonly string[];
  /** How all sources are written; undefined: as prose. */
  readonly format?: 'json';
  readonly label: Extract<Label, 'SUPPORTED' | 'NOT_SUPPORTED'>;
  /** The model that wrote the answer; undefined where the set does not name one. */
  readonly generator?: string;
  /** The unsupported stretches of the answer; undefined for a set that labels whole answers only. */
  readonly unsupported?: readonly CodePoints[];
}

/** The answers of one row of a file, or why it has none. */
export type BoardReading = { readonly rows: readonly BoardRow[] } | { readonly leftOut: string };

/** Reads one row of a file. Throws a ZodError for a row of another layout. */
export type BoardReader = (columns: Readonly<Record<string, unknown>>) => BoardReading;
