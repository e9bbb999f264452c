/** Where a JSON text stops being one, from 1; `isEnd`: it ends there too early. */
export interface JsonFault {
  readonly line: number;
  readonly column: number;
  readonly isEnd: boolean;
}

/** The place of the first fault of a text that JSON.parse refuses, whose own message often has none. */
export function brokenAt(json: string): JsonFault {
  const at = faultOf(json);
  const before = json.slice(0, at);
  const lineStart = before.lastIndexOf('\n') + 1;
  return { line: before.split('\n').length, column: at - lineStart + 1, isEnd: at >= json.length };
}

const SPACE = /[ \t\n\r]*/y;
const LITERAL = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?(?![\w.+-])|(?:true|false|null)(?!\w)/y;

type Expected = 'value' | 'value or ]' | 'name' | 'name or }' | ':' | ', or end' | 'nothing';

function faultOf(json: string): number {
  const open: ('{' | '[')[] = [];
  let expected: Expected = 'value';
  let at = endOf(SPACE, json, 0)!;
  while (at < json.length) {
    const next: { end: number; expected: Expected } | undefined = step(json, at, expected, open);
    if (next === undefined) return at;
    // A text that breaks off inside of a string is broken at its end.
    if (next.end < 0) return -next.end;
    expected = next.expected;
    at = endOf(SPACE, json, next.end)!;
  }
  return at;
}

/** One token; undefined where it is not what was expected. A string that is broken ends at the place of its fault, negated. */
function step(json: string, at: number, expected: Expected, open: ('{' | '[')[]) {
  const char = json[at]!;
  const after = (): Expected => (open.length === 0 ? 'nothing' : ', or end');
  const isValue = expected === 'value' || expected === 'value or ]';
  if (char === '"') {
    if (isValue) return { end: endOfString(json, at), expected: after() };
    if (expected === 'name' || expected === 'name or }') return { end: endOfString(json, at), expected: ':' as const };
    return undefined;
  }
  if (char === ':') return expected === ':' ? { end: at + 1, expected: 'value' as const } : undefined;
  if (char === ',') {
    if (expected !== ', or end') return undefined;
    return { end: at + 1, expected: open.at(-1) === '{' ? ('name' as const) : ('value' as const) };
  }
  if (char === '{' || char === '[') {
    if (!isValue) return undefined;
    open.push(char);
    return { end: at + 1, expected: char === '{' ? ('name or }' as const) : ('value or ]' as const) };
  }
  if (char === '}' || char === ']') {
    const mayEnd = expected === ', or end' || expected === (char === '}' ? 'name or }' : 'value or ]');
    if (!mayEnd || open.at(-1) !== (char === '}' ? '{' : '[')) return undefined;
    open.pop();
    return { end: at + 1, expected: after() };
  }
  const end = isValue ? endOf(LITERAL, json, at) : undefined;
  return end === undefined ? undefined : { end, expected: after() };
}

const ESCAPE = /\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/y;

function endOfString(json: string, start: number): number {
  for (let at = start + 1; at < json.length; at += 1) {
    const char = json[at]!;
    if (char === '"') return at + 1;
    if (char < ' ') return -at;
    if (char !== '\\') continue;
    const end = endOf(ESCAPE, json, at);
    if (end === undefined) return -at;
    at = end - 1;
  }
  return -json.length;
}

/** The end of a match that begins at this offset. */
function endOf(pattern: RegExp, text: string, at: number): number | undefined {
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex : undefined;
}
