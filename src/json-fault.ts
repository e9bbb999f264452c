import { createScanner, visit } from 'jsonc-parser';

/** The place of the first fault of a text that JSON.parse refuses, whose own message often has none. */
export function brokenAt(json: string): { readonly line: number; readonly column: number; readonly isEnd: boolean } {
  const at = faultOf(json);
  const before = json.slice(0, at);
  const lineStart = before.lastIndexOf('\n') + 1;
  return { line: before.split('\n').length, column: at - lineStart + 1, isEnd: at >= json.length };
}

const STRICT = { disallowComments: true, allowTrailingComma: false, allowEmptyContent: false } as const;
/** A character that a string cannot hold as it is, or a reverse solidus that begins no escape. */
const WRONG_IN_STRING = /[^ -\u{10ffff}]|\\(?!["\\/bfnrt]|u[0-9a-fA-F]{4})/gu;

function faultOf(json: string): number {
  const offset = firstError(json);
  if (json[offset] !== '"') return offset;
  const scanner = createScanner(json);
  scanner.setPosition(offset);
  scanner.scan();
  if (scanner.getTokenError() === 0) return offset;
  WRONG_IN_STRING.lastIndex = offset;
  return WRONG_IN_STRING.exec(json)?.index ?? json.length;
}

function firstError(json: string): number {
  let first = json.length;
  const onError = (_: unknown, offset: number) => {
    first = offset;
    // The library goes on after an error: throwing ends it.
    throw STOP;
  };
  try {
    visit(json, { onError }, STRICT);
  } catch (error) {
    if (error !== STOP) throw error;
  }
  return first;
}

const STOP = new Error('the first error is known');
