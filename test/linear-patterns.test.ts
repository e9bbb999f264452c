import { analyse } from 'scslre';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { codeOf, nodesOf, sourceFiles } from './support/syntax.ts';

interface Pattern {
  readonly source: string;
  readonly flags: string;
}

/** Every regular expression written out in a file of src/. */
function literalsIn(file: string): Pattern[] {
  const literals = nodesOf(codeOf(file)).flatMap(({ type, regex }) => (type === 'Literal' && regex ? [regex] : []));
  return (literals as { readonly pattern: string; readonly flags: string }[]).map(({ pattern, flags }) => ({
    source: pattern,
    flags,
  }));
}

/** Those that are made of parts while the modules that read texts are loaded; the libraries' own are given short texts only. */
async function composed(): Promise<Pattern[]> {
  const made: Pattern[] = [];
  class Noted extends RegExp {
    constructor(pattern: string | RegExp, flags?: string) {
      super(pattern, flags);
      const [, , caller = ''] = new Error().stack?.split('\n') ?? [];
      if (!caller.includes('node_modules')) made.push({ source: this.source, flags: this.flags });
    }
  }
  vi.stubGlobal('RegExp', Noted);
  await import('../src/verifier.ts');
  return made;
}

/** Patterns that may take time by the square of what they are put to, each with the reason why that is little. */
const ALLOWED: Readonly<Record<string, string>> = {
  '^[\\s"\'(:-]+|': 'answer/sentences/check-required.ts: names and sentences of at most 600 characters',
  '^[^\\S\\n\\r\\u2028\\u2029]*(?:[,;&]': 'answer/citations/citation-marks.ts: the 12 characters between two marks',
  '^[^\\s@<>,;': 'access/checks.ts: an e-mail address of at most 254 characters',
  '(?:^|[.:;!?\\n])\\s*$': 'text/markers.ts: the four characters before a marker',
  '\\S*(?:["\'()]|\\d[A-Za-z])\\S*': 'text/mask.ts: longer runs without a space have been cut to 64 characters',
  '[.!]\\W*$': 'text/sentence-kinds.ts: headings, of at most 200 characters',
  '\\d{4}-\\d\\d-\\d\\d(?!\\d)|': 'text/tokens.ts: where a grouped number fails, another branch takes its digits',
  '^[,"”’\'\\s–—-]*(?:[\\p{L}.': 'verify/rules/extract/factuality.ts: the 300 characters behind the words',
};

const isSuperLinear = ({ source, flags }: Pattern) => analyse({ source, flags }).reports.length > 0;
const allowanceOf = ({ source }: Pattern) => Object.keys(ALLOWED).find((start) => source.startsWith(start));

describe('regular expressions over texts of others', () => {
  afterEach(() => vi.unstubAllGlobals());

  it('take time by the length of the text, but for the listed ones', async () => {
    const patterns = [...sourceFiles().flatMap(literalsIn), ...(await composed())];
    expect(patterns.length).toBeGreaterThan(300);
    const superLinear = patterns.filter(isSuperLinear);
    expect(superLinear.filter((pattern) => allowanceOf(pattern) === undefined)).toEqual([]);
    // An allowance that nothing needs any more goes.
    expect(new Set(superLinear.map(allowanceOf))).toEqual(new Set(Object.keys(ALLOWED)));
  });

  it.each(['(a+)+$', '\\s*$', '(?:\\w+\\s?)+:', '^x*y?x*$'])('are told apart: /%s/', (source) => {
    expect(isSuperLinear({ source, flags: 'u' })).toBe(true);
  });
});
