import type { CitationBody, CitationStatus } from '../../contract/answer.ts';
import type { Verdict } from '../../contract/verify.ts';

/** What is known of a sentence that may cite. */
export interface CitedSentence {
  /** Ids as the answer cites them. */
  readonly cited: readonly string[];
  readonly unknown: readonly string[];
  /** By all sources. */
  readonly verdict: Verdict;
  /** By the cited sources alone; undefined when none of them is known. */
  readonly byCited: Verdict | undefined;
  /** The source that supports the sentence; undefined when none does. */
  readonly supportedBy: string | undefined;
}

/** Whether the cited sources carry the sentence: they decide alone, the others only where they do not. */
export function citationBody({ cited, unknown, verdict, byCited, supportedBy }: CitedSentence): CitationBody {
  const status = (): CitationStatus => {
    if (byCited === 'SUPPORTED') return unknown.length > 0 ? 'unknown_id' : 'supported_by_cited';
    if (byCited === 'UNSUPPORTED') return 'contradicted_by_cited';
    if (unknown.length > 0) return 'unknown_id';
    if (cited.length === 0) return 'missing';
    return verdict === 'SUPPORTED' ? 'supported_elsewhere' : 'not_supported';
  };
  const isElsewhere = verdict === 'SUPPORTED' && byCited !== 'SUPPORTED';
  return { status: status(), cited, source_id: isElsewhere ? (supportedBy ?? null) : null };
}
