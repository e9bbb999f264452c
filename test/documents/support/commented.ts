import { unzipSync } from 'fflate';
import { commentDocx } from '../../../src/documents/comments/comment-docx.ts';
import { readBytes } from '../../../src/documents/read/read-bytes.ts';
import { splitSentences } from '../../../src/text/index.ts';

export const FACTS = { author: 'claim-verifier', initials: 'CV', date: '2026-03-02T10:00:00Z' };

export async function commented(docx: Buffer, words?: string) {
  const { body: draft } = await readBytes('draft.docx', docx);
  const comments = splitSentences(draft.text)
    .map(({ start, end }) => ({ start, end, paragraphs: [draft.text.slice(start, end)] }))
    .filter(({ paragraphs }) => words === undefined || paragraphs[0]!.includes(words));
  const made = await commentDocx(docx, { ...FACTS, draft, comments });
  return { ...made, draft, ...opened(made.bytes) };
}

/** The XML of the main part and of the comments, and the words of each range by its number. */
export function opened(bytes: Uint8Array) {
  const parts = unzipSync(bytes);
  const textOf = (name: string) => Buffer.from(parts[name] ?? []).toString('utf8');
  const main = textOf('word/document.xml');
  return { parts, main, comments: textOf('word/comments.xml'), ranges: rangesIn(main) };
}

function rangesIn(xml: string): Record<string, string> {
  const ranges: Record<string, string> = {};
  for (const [start, id] of xml.matchAll(/<w:commentRangeStart(?: xmlns:w="[^"]*")? w:id="(\d+)"\/>/g)) {
    const from = xml.indexOf(start);
    const to = xml.search(new RegExp(`<w:commentRangeEnd[^>]* w:id="${id}"/>`));
    const words = [...xml.slice(from, to).matchAll(/<(?:w:)?t(?: [^>]*)?>([^<]*)</g)];
    ranges[id!] = words.map(([, text]) => text).join('');
  }
  return ranges;
}
