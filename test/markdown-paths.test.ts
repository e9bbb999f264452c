import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { PACKAGE_ROOT } from '../src/config.ts';

const FILES = execFileSync('git', ['ls-files'], { cwd: PACKAGE_ROOT, encoding: 'utf8' }).trim().split('\n');
/** A changelog names what is gone. */
const PAGES = FILES.filter((file) => file.endsWith('.md') && file !== 'CHANGELOG.md');
/** Folders of public data sets. */
const OF_OTHERS = /^(?:eval_data|subtasks|data)\//;

const LINK = /\]\(([^)\s]+)\)/g;
const CODE = /`([^`\n]+)`/g;
const FENCED = /^(`{3,})[^\n]*\n[\s\S]*?^\1/gm;
/** Letters, digits and marks of file names between slashes, and "{a,b}" for either. */
const PATH = /^(?:\.{1,2}\/)?[\w.@-]+(?:\/(?:[\w.@-]|\{[\w.,@-]+\})+)*\/?$/;
const TOP_FOLDER = /^(?:src|scripts|test|models)\/.*\/$/;
const SOURCE_FILE = /\.(?:tsx?|mjs|cjs|md|jsonl?|sh|py|ya?ml|html|css|onnx)$/;

/** Targets of the links of a page that lie in the repository. */
function linksIn(text: string): string[] {
  const targets = [...text.matchAll(LINK)].map(([, target]) => target!.split('#')[0]!);
  return targets.filter((target) => target !== '' && !/^[a-z]+:/.test(target));
}

/** Code of a page that looks like a source file, or a folder, of the repository. */
function codeIn(text: string): string[] {
  const code = [...text.replace(FENCED, '').matchAll(CODE)].map(([, words]) => words!);
  return code
    .filter((words) => PATH.test(words) && words.includes('/') && (SOURCE_FILE.test(words) || TOP_FOLDER.test(words)))
    .filter((path) => !OF_OTHERS.test(path))
    .flatMap(alternatives);
}

function alternatives(path: string): string[] {
  const braces = /\{([^}]+)\}/.exec(path);
  if (braces === null) return [path];
  return braces[1]!.split(',').flatMap((one) => alternatives(path.replace(braces[0], one)));
}

/** Pages name a file from the root, from their own folder, or by its last folders. */
function isNamed(page: string, path: string): boolean {
  const isThere = [dirname(page), '.'].some((folder) => existsSync(join(PACKAGE_ROOT, folder, path)));
  return isThere || FILES.some((file) => file.endsWith(`/${path}`));
}

describe('paths that a page names', () => {
  it.each(PAGES)('exist: %s', (page) => {
    const text = readFileSync(join(PACKAGE_ROOT, page), 'utf8');
    expect(linksIn(text).filter((path) => !existsSync(join(PACKAGE_ROOT, dirname(page), path)))).toEqual([]);
    expect(codeIn(text).filter((path) => !isNamed(page, path))).toEqual([]);
  });

  it('are targets of links, without those of other sites and of the page itself', () => {
    expect(linksIn('[a](../b.md#c) [d](https://e.org) [f](#g)')).toEqual(['../b.md']);
  });

  it('are code that looks like a path', () => {
    const text = '`src/{a,b}.ts`, `npm test`, `text/html`, `src/nli/`\n\n```sh\n`a/b.ts`\n```\n';
    expect(codeIn(text)).toEqual(['src/a.ts', 'src/b.ts', 'src/nli/']);
  });
});
