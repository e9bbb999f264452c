/** Marks around the number of a paragraph, which no text has: they are characters of no script. */
export const [MARKER_START, MARKER_END] = ['\ufdd0', '\ufdd1'];

const MARKED = new RegExp(`^\\s*${MARKER_START}([^${MARKER_END}]*)${MARKER_END}\\s*`);

/** The number that a text begins with, and the rest of it. */
export function withoutMarker(text: string): { readonly marker: string | undefined; readonly text: string } {
  const [all = '', marker] = MARKED.exec(text) ?? [];
  return { marker, text: text.slice(all.length) };
}

/** Text with its numbers as words. */
export function withMarkers(text: string): string {
  return text.includes(MARKER_START) ? text.replaceAll(MARKER_START, '').replaceAll(MARKER_END, ' ') : text;
}
