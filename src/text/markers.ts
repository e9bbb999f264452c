import type { Span } from './span.ts';

/** The marker of an item in a list of bullets. */
export const BULLET = /^\s*(?:[-*+•‣◦▪●○·∙](?:\s+\[[ xX]?\])?|\[[ xX]?\])\s+(?=\S)/;
export const DASH_BULLET = /^\s*[–—]\s+(?=\S)/;
const NUMBERED =
  /^\s*(?:\(?\d{1,3}[.)]|\d{1,2}(?:\.\d{1,2}){1,3}\.?(?=\s+\p{Lu})|\(?[A-Za-z]\)|\(?[ivxIVX]{1,5}[.)]|[A-Za-z]\.)\s+(?=\S)/u;
/** "J. K. Rowling" and "A. Smith": a capital with a dot before a name is not an item marker. */
const INITIAL = /^\s*\p{Lu}\.\s+\p{Lu}/u;

/** The marker of a numbered or lettered item ("1. ", "2.3 ", "a) ", "(iv) ") at the start of a line, or "". */
export function numberedMarker(line: string): string {
  return INITIAL.test(line) ? '' : (NUMBERED.exec(line)?.[0] ?? '');
}

const MARKER_ONLY = /^(?:\(?\d{1,3}(?:\[\d{1,3}\])?[.)]|\d{1,2}(?:\.\d{1,2}){1,3}\.|\(?[a-z][.)]|\(?[ivx]{1,5}[.)])$/i;

/** True if a piece is only an item's marker, which belongs to the text after it. */
export function isMarkerOnly(piece: string): boolean {
  return piece.length <= 12 && MARKER_ONLY.test(piece);
}

const INLINE = /(?<=^|[\s:])\(?(\d{1,2})[.)](?=\s+\p{Lu})/gmu;

/** Markers of a list within one line, "1. First item 2. Second item": numbers that count up from 1. */
export function inlineMarkers(text: string): Span[] {
  const markers: Span[] = [];
  let expected = 1;
  for (const { 0: marker, 1: number, index } of text.matchAll(INLINE)) {
    const follows = Number(number) === expected;
    if (!follows && number !== '1') continue;
    if (number === '1' && !/(?:^|[.:;!?\n])\s*$/.test(text.slice(Math.max(0, index - 4), index))) continue;
    expected = Number(number) + 1;
    markers.push({ start: index, end: index + marker.length });
  }
  return markers;
}

/**
 * Words that, when capitalized in prose, appear at the beginning of a sentence: names rarely begin with them.
 */
export const SENTENCE_STARTERS = [
  'The|It|He|She|They|We|You|This|These|That|Those|There|Its|His|Her|Their|Our|My|A|An|I',
  'In|On|At|As|By|For|From|With|During|After|Before|Since|Until|Under|Over|Between|Among|According',
  'However|But|And|Or|So|Then|Thus|Also|Although|Though|While|When|Where|Because|If|Despite|Today|Later',
  'What|Who|Why|How|Which|Is|Are|Was|Were|Did|Does|Do|No|Not|Yes|Only|Both|Each|Every|Some|Many|Most|All|Another|Nobody|Nothing|None|Everyone',
].join('|');

const BEGINS = new RegExp(`^(?:${SENTENCE_STARTERS})(?=[\\s,'’])`);

export function beginsLikeSentence(text: string): boolean {
  return BEGINS.test(text);
}
