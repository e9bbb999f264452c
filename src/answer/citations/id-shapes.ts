const LETTERS = /\p{L}[\p{L}\p{M}]*/gu;
const DIGITS = /\p{N}+/gu;
/** What tells a shape from that of an editor's words, such as "[sic]" and "[emphasis added]". */
const TELLING = /[-_:./#@]/;
const ALPHANUMERIC = /[a0]/;
const LIST_SEPARATORS = [/;/, /,/, /[,;]/];

/**
 * The shape of an id: runs of digits are 0, runs of letters a, so that "doc-12" and "page-3" are alike. `undefined` where
 * the shape tells nothing: an id of words alone looks like any words in brackets. A single letter is a shape of its own.
 */
function shapeOf(id: string): string | undefined {
  if (/^\p{L}$/u.test(id)) return 'letter';
  const shape = id.replace(LETTERS, 'a').replace(DIGITS, '0');
  return shape.includes('0') || (TELLING.test(shape) && ALPHANUMERIC.test(shape)) ? shape : undefined;
}

/**
 * The reader of what stands between brackets: the ids that it cites, or `undefined` when it is no citation. It cites when
 * it equals an id, or has the shape of one, or is a list of such parts with commas or semicolons.
 */
export function citedIdsReader(ids: ReadonlySet<string>): (inner: string) => readonly string[] | undefined {
  const shapes = new Set([...ids].map(shapeOf));
  shapes.delete(undefined);
  const cites = (part: string) => ids.has(part) || shapes.has(shapeOf(part));
  return (inner) => {
    if (cites(inner)) return [inner];
    for (const separator of LIST_SEPARATORS) {
      const parts = inner.split(separator).map((part) => part.trim());
      if (parts.length > 1 && parts.every(cites)) return parts;
    }
    return undefined;
  };
}
