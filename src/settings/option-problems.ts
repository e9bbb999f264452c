import type { z } from 'zod';
import { nearestName } from '../nearest-name.ts';

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

/**
 * The names that are probably misspelt settings, with those that were meant; all others are left alone, as other programs'
 * variables.
 */
export function misspeltNames(names: readonly string[], settings: readonly string[]) {
  const known = new Set(settings);
  return names.flatMap((name) => {
    if (known.has(name)) return [];
    const meant = nearestName(name, settings);
    return meant === undefined ? [] : [{ name, meant }];
  });
}
