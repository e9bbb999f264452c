import type { z } from 'zod';
import { misspeltNames } from './misspelt-names.ts';

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
  const [misspelt] = misspeltNames([key], known);
  return `The option ${key} is not known${misspelt === undefined ? '.' : `: did you mean ${misspelt.meant}?`}`;
}
