export interface JsonBounds {
  readonly depth: number;
  /** Commas and opening brackets outside of strings: about the number of values. */
  readonly values: number;
}

/** More values than a body or a row of a file needs. */
export const MAX_VALUES = 20_000;

const QUOTE = 0x22;
const COMMA = 0x2c;
const BACKSLASH = 0x5c;
/** The codes of braces are those of brackets with this bit. */
const BRACE_BIT = 0x20;
const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;

/** True if parsing a JSON text would delay all other requests by a second: too deep, or too many values. */
export function isTooComplex(json: string, bounds: JsonBounds): boolean {
  let depth = 0;
  let values = 0;
  let isString = false;
  for (let at = 0; at < json.length; at += 1) {
    const code = json.charCodeAt(at);
    if (isString) {
      if (code === BACKSLASH) at += 1;
      else if (code === QUOTE) isString = false;
      continue;
    }
    const bracket = code | BRACE_BIT;
    if (code === QUOTE) isString = true;
    else if (code === COMMA) values += 1;
    else if (bracket === CLOSE_BRACE) depth -= 1;
    else if (bracket === OPEN_BRACE) {
      depth += 1;
      values += 1;
    }
    if (depth > bounds.depth || values > bounds.values) return true;
  }
  return false;
}

/** The first field that occurs twice in an object of a well-formed JSON text: JSON.parse keeps the last value. */
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

function* marks(json: string): Generator<{ readonly mark: string; readonly start: number; readonly end: number }> {
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

/** True if an odd number of backslashes precedes the offset. */
function isEscaped(json: string, offset: number): boolean {
  let first = offset;
  while (json.charCodeAt(first - 1) === BACKSLASH) first -= 1;
  return (offset - first) % 2 === 1;
}
