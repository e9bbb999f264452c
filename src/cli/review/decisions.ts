import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import { jsonOrUndefined } from '../../client/read-error.ts';
import { InputError } from '../../contract/input-error.ts';
import type { Verdict, VerifierInfo } from '../../index.ts';
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

export function modelHashes({ model, evidenceModel }: Pick<VerifierInfo, 'model' | 'evidenceModel'>): ModelHashes {
  return { verdict: model.sha256, evidence: evidenceModel?.sha256 ?? null };
}

/** A checked sentence or claim as a decision names it, with the row that it is in a labeled set. */
export interface Finding {
  readonly key: string;
  readonly hashes: Readonly<Record<'sentence' | 'evidence' | 'source' | 'models', string>>;
  readonly claim: string;
  readonly grounding_source: string;
  readonly verdict: Verdict;
  readonly confidence: number;
}

export interface Judged extends Pick<Finding, 'claim' | 'grounding_source' | 'verdict' | 'confidence'> {
  readonly evidence: readonly (readonly [source: string, words: string])[];
  /** The content of the source of each of these words, or the hash of its file. */
  readonly sources: readonly unknown[];
}

export function findingOf({ evidence, sources, ...row }: Judged, models: ModelHashes): Finding {
  const hashes = {
    sentence: hashOf(row.claim),
    evidence: hashOf(evidence),
    source: hashOf(sources),
    models: hashOf([models.verdict, models.evidence]),
  };
  return { key: hashOf([Object.values(hashes), row.verdict]), hashes, ...row };
}

/** Texts of files may have halves of characters, which no canonical form has. */
function hashOf(value: unknown): string {
  return createHash('sha256').update(JSON.stringify(value)).digest('hex');
}

/** Reads files that a report saved; a decision that several of them have is one. Throws InputError for any other file. */
export async function readDecisions(paths: readonly string[]): Promise<Decision[]> {
  const files = await Promise.all(paths.map(readFileOfDecisions));
  const identity = ({ key, decision, note, decided_at }: Decision) => JSON.stringify([key, decision, note, decided_at]);
  return [...new Map(files.flat().map((one) => [identity(one), one])).values()];
}

async function readFileOfDecisions(path: string): Promise<Decision[]> {
  const refuse = (reason: string) =>
    new InputError(`"${path}" is not a file of decisions that a report saved: ${reason}.`);
  const text = await readFile(path, 'utf8').catch((error: Error) => {
    throw refuse(error.message);
  });
  const read = z.array(z.looseObject(Decision.shape)).safeParse(jsonOrUndefined(text));
  if (!read.success) throw refuse('it has an unexpected structure');
  return read.data;
}

export function decisionsSummary(decisions: readonly Decision[], findings: readonly Finding[]): string {
  const keys = new Set(findings.map(({ key }) => key));
  const newest = new Map(decisions.toSorted(byTime).map((one) => [one.key, one]));
  const decided = findings.flatMap(({ key }) => newest.get(key)?.decision ?? []);
  const accepted = decided.filter((decision) => decision === 'accept').length;
  const changed = [...newest.keys()].filter((key) => !keys.has(key)).length;
  return `Decisions: ${decided.length} of ${counted(findings.length, 'finding')} decided, ${accepted} of them accepted; ${changed} about findings that changed.`;
}

function byTime(one: Decision, other: Decision): number {
  return one.decided_at < other.decided_at ? -1 : 1;
}
