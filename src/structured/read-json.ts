import { type Node, parseTree } from 'jsonc-parser';
import { brokenAt } from '../json-fault.ts';
import { isTooComplex } from '../json-text.ts';
import { type Collection, type Member, StructuredFault, type Value } from './value.ts';

/** Deeper or larger texts would keep every other request waiting. */
export const JSON_BOUNDS = { depth: 64, values: 100_000 } as const;

const BYTE_ORDER_MARK = '\uFEFF';

/**
 * The value of a JSON text, with places in it. A name that occurs twice in an object has its last value, as for JSON.parse.
 * Throws StructuredFault with the position of the first fault, and for more depth or values than `JSON_BOUNDS`.
 */
export function readJson(text: string): Value {
  assertBounded(text);
  return readValue(text, 0, 1);
}

/** One array of the values of the lines; blank lines are skipped. Throws as `readJson`. */
export function readJsonLines(text: string): Collection {
  assertBounded(text);
  const members: Member[] = [];
  let start = 0;
  // JSON has line feeds only between its values, and some old programs end lines at CR alone.
  const lineEnd = text.includes('\n') ? '\n' : '\r';
  for (const [i, line] of text.split(lineEnd).entries()) {
    if (/[^ \t\r\uFEFF]/.test(line)) {
      const value = readValue(line, start, i + 1);
      members.push({ name: String(members.length), nameSpan: undefined, value });
    }
    start += line.length + 1;
  }
  return { kind: 'array', start: 0, end: text.length, members };
}

function assertBounded(text: string): void {
  if (!isTooComplex(text, JSON_BOUNDS)) return;
  const { depth, values } = JSON_BOUNDS;
  throw new StructuredFault(`must have at most ${values} values, nested at most ${depth} deep, got more`, 1);
}

/** @param offset where the text begins in the whole one, on the line of this number. */
function readValue(text: string, offset: number, line: number): Value {
  // The library also accepts comments, extra commas and text after the value.
  const marks = text.startsWith(BYTE_ORDER_MARK) ? BYTE_ORDER_MARK.length : 0;
  const json = text.slice(marks);
  try {
    JSON.parse(json);
  } catch {
    throw faultOf(json, line);
  }
  return converted(json, parseTree(json)!, offset + marks);
}

function faultOf(json: string, before: number): StructuredFault {
  const { line, column, isEnd } = brokenAt(json);
  const at = before + line - 1;
  const what = isEnd ? 'a text that ends too early' : 'a fault';
  return new StructuredFault(`must be JSON, got ${what} at line ${at}, column ${column}`, at);
}

function converted(json: string, node: Node, offset: number): Value {
  const span = { start: offset + node.offset, end: offset + node.offset + node.length };
  const { type, children = [] } = node;
  if (type === 'array') {
    const members = children.map((child, i) => ({
      name: String(i),
      nameSpan: undefined,
      value: converted(json, child, offset),
    }));
    return { kind: 'array', ...span, members };
  }
  if (type === 'object') {
    const members = new Map<string, Member>();
    for (const { children: [name, value] = [] } of children) {
      const nameSpan = { start: offset + name!.offset, end: offset + name!.offset + name!.length };
      // The last of several counts, in its own place.
      members.delete(name!.value);
      members.set(name!.value, { name: name!.value, nameSpan, value: converted(json, value!, offset) });
    }
    return { kind: 'object', ...span, members: [...members.values()] };
  }
  const written = type === 'string' ? node.value : json.slice(node.offset, node.offset + node.length);
  return { kind: type as 'string' | 'number' | 'boolean' | 'null', ...span, written };
}
