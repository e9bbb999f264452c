/** A document that claims refer to. */
export interface Passage {
  readonly title: string;
  readonly sentences: readonly string[];
}

/** The documents that the claims refer to, by id. */
export type Corpus = ReadonlyMap<string, Passage>;

/**
 * A corpus line: SciFact's `{doc_id, title, abstract: [sentence...]}`, or a page of FEVER's Wikipedia dump
 * `{id, lines: "0\tsentence\tlinks...\n1\t..."}`. Undefined for anything else.
 */
export function readPassage(value: Readonly<Record<string, unknown>>): { id: string; passage: Passage } | undefined {
  const { doc_id: docId, title, abstract, id, lines } = value;
  if ((typeof docId === 'number' || typeof docId === 'string') && Array.isArray(abstract)) {
    return { id: String(docId), passage: { title: String(title ?? ''), sentences: abstract.map(String) } };
  }
  if (typeof id === 'string' && typeof lines === 'string') {
    return { id, passage: { title: id.replaceAll('_', ' '), sentences: readWikipediaLines(lines) } };
  }
  return undefined;
}

/** Sentences by their number; numbers may be missing. */
function readWikipediaLines(lines: string): string[] {
  const sentences: string[] = [];
  for (const line of lines.split('\n')) {
    const [number, sentence] = line.split('\t');
    if (/^\d+$/.test(number ?? '') && sentence !== undefined) sentences[Number(number)] = sentence;
  }
  return Array.from(sentences, (sentence) => sentence ?? '');
}
