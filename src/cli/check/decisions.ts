import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import { canonicalSha256 } from '../../canonical-sha256.ts';
import { jsonOrUndefined } from '../../client/read-error.ts';
import { InputError } from '../../contract/input-error.ts';
import type { Sources } from '../../documents/check/open-sources.ts';
import type { DraftSentence, Verdict } from '../../index.ts';
import { counted } from '../command-line.ts';

const sha256 = z.string().regex(/^[0-9a-f]{64}$/);

const Decision = z.object({
  /** Key of the finding: changes when sentence, evidence, source file, models or verdict change. */
  key: sha256,
  decision: z.enum(['accept', 'reject']).nullable(),
  note: z.string(),
  /** ISO 8601. */
  decided_at: z.iso.datetime(),
});
/** A reviewer's decision on a finding. The file also has the row of a labeled set, for `calibrate`. */
export type Decision = z.infer<typeof Decision>;

/** Hashes of the models that read a draft; null: no evidence model. */
export interface ModelHashes {
  readonly verdict: string;
  readonly evidence: string | null;
}

/** A checked sentence as a decision names it, with the row that it is in a labeled set. */
export interface Finding {
  readonly key: string;
  readonly hashes: Readonly<Record<'sentence' | 'evidence' | 'source' | 'models', string>>;
  readonly claim: string;
  readonly grounding_source: string;
  readonly verdict: Verdict;
  readonly confidence: number;
}

export function findingOf(
  line: DraftSentence,
  { documents }: Pick<Sources, 'documents'>,
  models: ModelHashes,
): Finding {
  const { text: claim, verdict, confidence, evidence } = line;
  const hashOf = (file: string) => documents.find((one) => one.file === file)?.sha256 ?? null;
  const hashes = {
    sentence: canonicalSha256(claim),
    evidence: canonicalSha256(evidence.map(({ source_id, text }) => [source_id, text])),
    source: canonicalSha256(evidence.map(({ source_id }) => hashOf(source_id))),
    models: canonicalSha256(models),
  };
  const grounding_source = evidence.map(({ text }) => text).join('\n');
  const key = canonicalSha256({ ...hashes, verdict });
  return { key, hashes, claim, grounding_source, verdict: verdict!, confidence: confidence! };
}

/** Reads files that a report saved. Throws InputError for any other file. */
export async function readDecisions(paths: readonly string[]): Promise<Decision[]> {
  const files = await Promise.all(paths.map(readFileOfDecisions));
  return files.flat();
}

async function readFileOfDecisions(path: string): Promise<Decision[]> {
  const refuse = (reason: string) =>
    new InputError(`Expected a file of decisions that a report saved, got "${path}": ${reason}.`);
  const text = await readFile(path, 'utf8').catch((error: Error) => {
    throw refuse(error.message);
  });
  const read = z.array(z.looseObject(Decision.shape)).safeParse(jsonOrUndefined(text));
  if (!read.success) throw refuse('it has another layout');
  return read.data;
}

/** How many findings were decided, how many of these decisions agree, and how many are about findings that changed. */
export function decisionsTold(decisions: readonly Decision[], findings: readonly Finding[]): string {
  const keys = new Set(findings.map(({ key }) => key));
  const newest = new Map(decisions.toSorted(byTime).map((one) => [one.key, one]));
  const decided = [...newest.values()].filter(({ key, decision }) => keys.has(key) && decision !== null);
  const accepted = decided.filter(({ decision }) => decision === 'accept').length;
  const changed = [...newest.keys()].filter((key) => !keys.has(key)).length;
  return `Decisions: ${decided.length} of ${counted(keys.size, 'finding')} decided, ${accepted} of them accepted; ${changed} about findings that changed.`;
}

function byTime(one: Decision, other: Decision): number {
  return one.decided_at < other.decided_at ? -1 : 1;
}
