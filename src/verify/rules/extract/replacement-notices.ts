/** Notices about editions: that the document has been replaced, and what it replaces. */
export interface ReplacementNotice {
  readonly isReplaced: boolean;
  /** The words for what it replaces: "first version", "schedule of 2019". */
  readonly replaces: readonly string[];
}

/** Sentences at the start of a document that may be a notice. */
export const NOTICE_SENTENCES = 4;
/** Units of a sentence that are read. */
const NOTICE_LENGTH = 300;

const STATE =
  '(?:replaced|superseded|withdrawn|archived|outdated|out of date|obsolete|deprecated|no longer (?:valid|current|in force|in effect|applicable|maintained))';
const DOCUMENT =
  '(?:edition|version|document|page|policy|guide|guidelines?|rules?|list|schedule|statutes|terms|conditions|information|notice|card|manual|handbook|article|text|leaflet|regulations?|agreement|contract|instructions|documentation|standard|procedure|sheet)';

/** "This page is outdated". */
const SAYS_SO = new RegExp(
  `\\b(?:this|these|the present) (?:[a-z]+ )?${DOCUMENT} (?:has been|have been|is|are|was|were) (?:now |since )?${STATE}\\b`,
  'i',
);
/** "SUPERSEDED", "Archived; do not use", "Replaced by version 8". */
const MARKED = new RegExp(`^[^a-z0-9]*${STATE}(?:(?: by| on| since|; do not use)\\b[^.:]{0,80})?[^a-z0-9]*$`, 'i');
/** "Price list 2023 (no longer valid)". */
const MARKED_IN_BRACKETS = new RegExp(`[([]${STATE}\\b`, 'i');
/** "This version replaces the first version". */
const REPLACES = new RegExp(
  `\\b(?:this|it|the present)(?: [a-z]+)?(?: ${DOCUMENT})? (?:replaces|supersedes) (?:the |all )?([^.;,:()]{3,80})`,
  'i',
);

/** The notice of a document, from its first sentences. */
export function replacementNotice(sentences: readonly string[]): ReplacementNotice {
  const first = sentences.slice(0, NOTICE_SENTENCES).map((sentence) => sentence.slice(0, NOTICE_LENGTH));
  return {
    isReplaced: first.some((sentence) => [SAYS_SO, MARKED, MARKED_IN_BRACKETS].some((one) => one.test(sentence))),
    replaces: first.flatMap((sentence) => REPLACES.exec(sentence)?.[1] ?? []),
  };
}
