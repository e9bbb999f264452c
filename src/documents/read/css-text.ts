const SIGN = /\\|\/\*|["'()[\]{},;]/g;

/** Text divided at a mark, but for marks in brackets, strings and comments. */
export function dividedAt(text: string, mark: ',' | ';'): string[] {
  if (!text.includes(mark)) return [text];
  const parts: string[] = [];
  let from = 0;
  let depth = 0;
  for (const { sign, start, end } of signsIn(text)) {
    if (OPEN.has(sign)) depth += 1;
    else if (CLOSE.has(sign)) depth = Math.max(0, depth - 1);
    else if (sign === mark && depth === 0) {
      parts.push(text.slice(from, start));
      from = end;
    }
  }
  return [...parts, text.slice(from)];
}

/** Where the brackets are closed that an offset is behind the first of, past the last of them. */
export function endOfBrackets(text: string, start: number): number {
  let depth = 1;
  for (const { sign, end } of signsIn(text, start)) {
    if (OPEN.has(sign)) depth += 1;
    else if (CLOSE.has(sign)) depth -= 1;
    if (depth === 0) return end;
  }
  return text.length;
}

const OPEN = new Set(['(', '[', '{']);
const CLOSE = new Set([')', ']', '}']);

interface Sign {
  readonly sign: string;
  readonly start: number;
  readonly end: number;
}

/** The signs of a style sheet outside of strings; a comment is one. */
export function* signsIn(text: string, from = 0): Generator<Sign> {
  for (let at = from; at < text.length; ) {
    SIGN.lastIndex = at;
    const found = SIGN.exec(text);
    if (found === null) return;
    const [sign] = found;
    const start = found.index;
    at = start + sign.length;
    if (sign === '\\') at += 1;
    else if (sign === '"' || sign === "'") at = endOfString(text, start);
    else if (sign === '/*') {
      const close = text.indexOf('*/', at);
      at = close < 0 ? text.length : close + 2;
      yield { sign, start, end: at };
    } else yield { sign, start, end: at };
  }
}

export function withoutComments(text: string): string {
  if (!text.includes('/*')) return text;
  const parts: string[] = [];
  let from = 0;
  for (const { sign, start, end } of signsIn(text)) {
    if (sign !== '/*') continue;
    parts.push(text.slice(from, start));
    from = end;
  }
  return [...parts, text.slice(from)].join(' ');
}

/** A string is over at its mark, or at the end of its line. */
function endOfString(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at += 1) {
    if (text[at] === '\\') at += 1;
    else if (text[at] === text[start] || text[at] === '\n') return at + 1;
  }
  return text.length;
}

/** Characters that a style sheet writes by their numbers, as in "\64 isplay". */
export function unescaped(text: string): string {
  if (!text.includes('\\')) return text;
  return text.replace(/\\(?:([0-9a-f]{1,6})\s?|([^\n]))/gi, (_, hex: string | undefined, sign: string) =>
    hex === undefined ? sign : String.fromCodePoint(Math.min(Number.parseInt(hex, 16), 0x10ffff)),
  );
}
