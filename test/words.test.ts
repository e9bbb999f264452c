import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { codeOf, sourceFiles } from './support/syntax.ts';
import { userTexts } from './support/user-texts.ts';

const ROOT = join(import.meta.dirname, '..');

/** Words that this codebase once used in its own sense, or that say nothing. */
const WORDS =
  /newcomer|\btold\b|\bsays so\b|\bmended\b|\banew\b|\bbeside\b|\bstands?\b(?!-)|\bsuch a\b|\bsurely\b|(?<!far )\bas a rule\b|\bstrangers?\b|\btorn\b|\brivals?\b|\basserts? nothing\b|\bwhat passes\b|\bhouse\b|\bfloor\b/i;

/** Prose of a page or message: no names of code, inserted values or literals of types. */
const prose = (text: string) => text.replace(/`[^`]*`|\{[^{}]*\}|'[a-z_]+'/g, '');

const linesWith = (text: string) => text.split('\n').filter((line) => WORDS.test(prose(line)));

const tracked = (pattern: string) =>
  execFileSync('git', ['ls-files', pattern], { cwd: ROOT, encoding: 'utf8' }).trim().split('\n');
const PAGES = tracked('*.md');

it.each(PAGES)('%s uses no word that only this codebase understands', (page) => {
  expect(linesWith(readFileSync(join(ROOT, page), 'utf8'))).toEqual([]);
});

it('messages, labels and help use no word that only this codebase understands', () => {
  expect([...userTexts().values()].flat().filter((text) => WORDS.test(prose(text)))).toEqual([]);
});

it('comments open with the thing that they describe', () => {
  const opening = /\/\*\*?\s*(?:\* )?(?:What|Of|Whether|As|By)\b|(?<!\/\/[^\n]*\n\s*)\/\/ (?:What|Of|Whether|As|By)\b/g;
  const found = sourceFiles().flatMap((file) => codeOf(file).match(opening) ?? []);
  expect(found).toEqual([]);
});

it.each(tracked('*.py'))('%s has no comment that opens with What, Of, Whether, As or By', (path) => {
  const text = readFileSync(join(ROOT, path), 'utf8');
  expect(text.match(/(?:"""|# )(?:What|Of|Whether|As|By)\b/g) ?? []).toEqual([]);
});
