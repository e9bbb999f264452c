import { describe, expect, it } from 'vitest';
import { compareSurface, readSurface } from '../support/compare-surface.ts';

const names = (text: string) => readSurface(text).names.map((name) => name.text);
const statuses = (claim: string, source: string) =>
  compareSurface(claim, source).names.map((finding) => finding.status);

describe('names in a text', () => {
  it.each([
    ['Yesterday John Smith met Anna of Cleves.', ['Yesterday John Smith', 'Anna of Cleves']],
    ['The Bank of England raised its rate.', ['Bank of England']],
    ['He joined NATO and the WHO.', ['NATO', 'WHO']],
    ['In March he left.', []],
    ["Norway's team won.", ['Norway']],
    ['it was founded by Ludwig van Beethoven in Bonn', ['Ludwig van Beethoven', 'Bonn']],
  ])('%s', (text, expected) => {
    expect(names(text)).toEqual(expected);
  });

  it('marks a single word at the start of a sentence as perhaps no name', () => {
    expect(readSurface('Exercise helps.').names.map((name) => name.weak)).toEqual([true]);
    expect(readSurface('He likes Norway.').names.map((name) => name.weak)).toEqual([false]);
  });
});

describe('names compared', () => {
  it.each([
    ['He met John Smith.', 'She met J. Smith.', 'match'],
    ['Tim Roth acted.', 'Timothy Simon Roth acted.', 'match'],
    ['He met Daniel Smith.', 'She met Danielle Smith.', 'absent'],
    ['He met John Smith.', 'She met Smith.', 'match'],
    ['He met John Smith.', 'JOHN SMITH was met.', 'match'],
    ['He met Mary Smith.', 'She met John Smith.', 'absent'],
    ['He met José Núñez.', 'She met Jose Nunez.', 'match'],
    ['He joined the WHO.', 'She joined the World Health Organization.', 'match'],
    ['He joined the World Health Organization.', 'She joined the WHO.', 'match'],
    ['It is an Italian film.', 'The film was made in Italy.', 'match'],
    ['He lives in Kyiv.', 'She lives in Kiev.', 'match'],
    ['He lives in Munich.', 'She lives in München.', 'match'],
    ['He lives in Kharkiv.', 'He lives in Kiev.', 'conflict'],
    ['He works in Germany.', 'He works in Munich.', 'absent'],
    ['He works in Munich.', 'He works in Germany.', 'conflict'],
    ['He works in Germany.', 'He works in France.', 'conflict'],
    ['He likes the X-200.', 'She likes the X200.', 'match'],
    ['He joined NATO.', 'She stayed at home.', 'absent'],
    ['The film was directed by Ada Moss.', 'The film was directed by Carl Berg.', 'conflict'],
    ['The film was directed by Ada Moss.', 'The film was directed by Ada Moss and Carl Berg.', 'match'],
  ])('%s | %s: %s', (claim, source, status) => {
    expect(statuses(claim, source)).toEqual([status]);
  });

  it('leaves out a capitalised first word that the source does not hold', () => {
    expect(statuses('Exercise helps.', 'Rest is good.')).toEqual([]);
  });
});
