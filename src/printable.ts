/** Characters that move a cursor, begin a line, hide or reorder text: control and format characters, separators of lines. */
const UNPRINTABLE = /[\p{Cc}\p{Cf}\u2028\u2029]/gu;
/** Those of them that a page must not have: controls other than line breaks and tabs, and marks that turn the order of text. */
const UNPRINTABLE_IN_PAGES = /[^\P{Cc}\t\n\r]|[\u202a-\u202e\u2066-\u2069]/gu;
/** Those of them that JSON leaves as they are. */
const UNPRINTABLE_IN_JSON = /[\x7f-\x9f\p{Cf}\u2028\u2029]/gu;

/**
 * Text of others, such as the name of a file, as one line of a terminal, a log or a Markdown file may hold it: with
 * unprintable characters as escapes.
 *
 * @example printable('a\u001b[2K.txt') // 'a\\u{1b}[2K.txt'
 */
export function printable(text: string): string {
  return text.replace(UNPRINTABLE, escaped);
}

function escaped(character: string): string {
  return `\\u{${character.codePointAt(0)!.toString(16)}}`;
}

/** The same of text in a page: joiners of letters and emoji stay. */
export function printableInPage(text: string): string {
  return text.replace(UNPRINTABLE_IN_PAGES, escaped);
}

export function printableLines(text: string): string {
  return text.replace(/[^\n\t]+/g, printable);
}

/** Lines of JSON with the same values, in which unprintable characters are escapes. */
export function printableJson(json: string): string {
  return json.replace(UNPRINTABLE_IN_JSON, (character) =>
    Array.from(
      { length: character.length },
      (_, i) => `\\u${character.charCodeAt(i).toString(16).padStart(4, '0')}`,
    ).join(''),
  );
}

/** Rows of cells as lines for a terminal, each column as wide as its widest cell. */
export function alignedLines(all: readonly (readonly string[])[]): string[] {
  const shown = all.map((row) => row.map(printable));
  const widths = shown[0]!.map((_, column) => shown.reduce((width, row) => Math.max(width, row[column]!.length), 0));
  return shown.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column]!))
      .join('  ')
      .trimEnd(),
  );
}
