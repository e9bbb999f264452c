const MAX_DICTIONARY = 2_048;
const IMAGE = /\/Subtype\s*\/Image\b/;
/** Pixels of a page that was scanned. */
const LARGE = 250_000;

/** True for `some` if a file has a picture, and for `large` if one may be of a whole page. */
export interface Pictures {
  readonly some: boolean;
  readonly large: boolean;
}

/** The pictures of a file, by the dictionaries of its streams, which are plain in encrypted files too. */
export function picturesIn(file: Buffer): Pictures {
  let some = false;
  for (let at = file.indexOf('stream'); at >= 0; at = file.indexOf('stream', at)) {
    const before = file.toString('latin1', Math.max(0, at - MAX_DICTIONARY), at);
    const dictionary = before.slice(before.lastIndexOf(' obj') + 1);
    if (IMAGE.test(dictionary)) {
      some = true;
      if (pixelsOf(dictionary) >= LARGE) return { some, large: true };
    }
    const end = file.indexOf('endstream', at);
    if (end < 0) break;
    at = end + 'endstream'.length;
  }
  return { some, large: false };
}

function pixelsOf(dictionary: string): number {
  const [width, height] = ['Width', 'Height'].map((name) =>
    Number(new RegExp(`/${name}\\s+(\\d+)`).exec(dictionary)?.[1]),
  );
  return Number.isNaN(width! * height!) ? LARGE : width! * height!;
}
