/** Maximum depth of objects and arrays within one another. */
export const MAX_DEPTH = 32;
/** Maximum number of commas and opening brackets outside of strings: about the number of values. */
export const MAX_VALUES = 20_000;

const BACKSLASH = 0x5c;

/**
 * Whether a JSON text, well-formed or not, is nested deeper or has more values than any body needs: parsing and checking
 * it would keep every other request waiting for a second.
 */
export function isTooComplex(json: string): boolean {
  let depth = 0;
  let values = 0;
  for (const { mark } of marks(json)) {
    if (mark === '}' || mark === ']') depth -= 1;
    else if (mark !== '"') values += 1;
    if (mark === '{' || mark === '[') depth += 1;
    if (depth > MAX_DEPTH || values > MAX_VALUES) return true;
  }
  return false;
}

/**
 * The name of the first field that occurs twice in an object of a well-formed JSON text, at any depth, or `undefined`.
 * JSON.parse silently keeps the last value.
 */
export function repeatedField(json: string): string | undefined {
  /** The names seen in each object that is open, from the outermost; undefined for an array. */
  const open: (Set<string> | undefined)[] = [];
  let nameMayFollow = false;
  for (const { mark, start, end } of marks(json)) {
    if (mark === '"') {
      const seen = nameMayFollow ? open.at(-1) : undefined;
      nameMayFollow = false;
      if (seen === undefined) continue;
      const name: string = JSON.parse(json.slice(start, end));
      if (seen.has(name)) return name;
      seen.add(name);
    } else if (mark === '}' || mark === ']') open.pop();
    else {
      if (mark !== ',') open.push(mark === '{' ? new Set() : undefined);
      nameMayFollow = true;
    }
  }
  return undefined;
}

interface Mark {
  /** A comma, a bracket, or the opening quote of a string. */
  readonly mark: string;
  readonly start: number;
  /** The end of the string that a quote opens. */
  readonly end: number;
}

function* marks(json: string): Generator<Mark> {
  const next = /["[\]{},]/g;
  for (let found = next.exec(json); found !== null; found = next.exec(json)) {
    const [mark] = found;
    const start = found.index;
    const end = mark === '"' ? stringEnd(json, start) : start + 1;
    next.lastIndex = end;
    yield { mark, start, end };
  }
}

/** The offset after the closing quote of the string that opens at `start`; the end of a text without one. */
function stringEnd(json: string, start: number): number {
  let quote = json.indexOf('"', start + 1);
  while (quote !== -1 && isEscaped(json, quote)) quote = json.indexOf('"', quote + 1);
  return quote === -1 ? json.length : quote + 1;
}

/** Whether an odd number of backslashes stands before the offset. */
function isEscaped(json: string, offset: number): boolean {
  let first = offset;
  while (json.charCodeAt(first - 1) === BACKSLASH) first -= 1;
  return (offset - first) % 2 === 1;
}
