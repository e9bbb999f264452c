import type { Name } from '../findings.ts';

function initials(name: Name): string {
  return name.parts.map((part) => part[0]).join('');
}

/** What an acronym may stand for the initials of: its letters, with a plural s and without. */
function lettersOf({ parts }: Name): string[] {
  return [parts[0]!, parts[0]!.replace(/s$/, '')];
}

/** "WHO" and "World Health Organization", dots and a plural s left out of account. */
function isExpansion(acronym: Name, other: Name): boolean {
  return acronym.acronym && other.parts.length > 1 && lettersOf(acronym).includes(initials(other));
}

/** "J." for "John", "Tim" for "Timothy". */
function isShortFor(a: string, b: string): boolean {
  const [short, long] = a.length <= b.length ? [a, b] : [b, a];
  return (short.length === 1 || NICKNAME.test(short)) && long.startsWith(short);
}

/** Longer beginnings are names of their own: "Daniel" is not "Danielle". */
const NICKNAME = /^\p{L}{3,4}$/u;

/** "J. Smith" or "Smith" for "John Smith": last parts agree and no first name speaks against it. */
function samePerson(claim: Name, source: Name): boolean {
  if (claim.parts.at(-1) !== source.parts.at(-1)) return false;
  const [short, long] = claim.parts.length <= source.parts.length ? [claim, source] : [source, claim];
  if (short.parts.length === 1) return true;
  return short.parts.slice(0, -1).every((part) => long.parts.some((other) => isShortFor(part, other)));
}

const MIN_ROOT = 4;

/** "Italian" and "Italy", "Brazil" and "Brazilian": all but a short ending agrees. */
function sameRoot(a: string, b: string): boolean {
  if (a.length < MIN_ROOT || b.length < MIN_ROOT) return false;
  const common = Math.max(MIN_ROOT, Math.min(a.length, b.length) - 2);
  return a.slice(0, common) === b.slice(0, common);
}

/** Whether two names may name the same: an acronym, a first name or its initial left out, a form of the word. */
export function agrees(claim: Name, source: Name): boolean {
  if (isExpansion(claim, source) || isExpansion(source, claim) || samePerson(claim, source)) return true;
  return claim.parts.length === 1 && source.parts.some((part) => sameRoot(claim.parts[0]!, part));
}

/** What two names that agree have in common, in one of the ways of `agrees`, as keys. */
export function sameNameKeys(name: Name): string[] {
  const { parts, acronym } = name;
  const keys = [`last ${parts.at(-1)}`, ...parts.map((part) => `root ${part.slice(0, MIN_ROOT)}`)];
  if (parts.length > 1) keys.push(`letters ${initials(name)}`);
  if (acronym) keys.push(...lettersOf(name).map((letters) => `letters ${letters}`));
  return keys;
}
