/** Words of a page as the file places them: x to the right and y down, in points. */
export interface Piece {
  readonly text: string;
  readonly x: number;
  /** Position of the base line. */
  readonly y: number;
  readonly width: number;
  /** Size of the letters. */
  readonly size: number;
  /** The name that pdf.js gives to its font. */
  readonly font?: string | undefined;
  /** It was filled into a form. */
  readonly isValue?: boolean;
  /** The marked content of a tagged page that it belongs to. */
  readonly content?: string | undefined;
  /** A line of a table is before it. */
  readonly startsCell?: boolean;
}
