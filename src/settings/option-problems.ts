import { closest, distance } from 'fastest-levenshtein';
import type { z } from 'zod';

const MAX_DISTANCE = 3;

/** What is wrong with the options of a verifier, a sentence for each. */
export function optionProblems({ issues }: z.ZodError, known: readonly string[]): string {
  return issues.flatMap((issue) => problemsOf(issue, known)).join(' ');
}

function problemsOf(issue: z.ZodError['issues'][number], known: readonly string[]): string[] {
  if (issue.code === 'unrecognized_keys') return issue.keys.map((key) => unknown(key, known));
  const said = issue.message.replace(/^Invalid (?:input|option): /, '').replace(/^Too (?:big|small): /, '');
  return [`The option ${issue.path.join('.')} cannot be used: ${said.charAt(0).toLowerCase()}${said.slice(1)}.`];
}

function unknown(key: string, known: readonly string[]): string {
  const meant = closest(key, known);
  const isNear = distance(key.toLowerCase(), meant.toLowerCase()) <= MAX_DISTANCE;
  return `The option ${key} is not known${isNear ? `: did you mean ${meant}?` : '.'}`;
}
