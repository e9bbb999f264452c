import { describe, expect, it } from 'vitest';
import { normaliseForModel } from '../../src/text/index.ts';
import { fakeEncoder } from '../support/fake-encoder.ts';
import { readTexts } from './support/read-texts.ts';

const visible = (text: string) => text.replace(/\s/g, '');
const CLAIM = 'Hello! The mill, which Ada Brandt had bought in 1931, closed in June. Was anybody hurt?';
const SOURCE = Array.from({ length: 40 }, (_, i) => `In year ${i} the owners of mill ${i} sold ${i * 7} acres.`).join(
  ' ',
);

describe('reading the texts', () => {
  it('cuts both into sentences and says which of the claim assert something', async () => {
    const { hypotheses, sentences } = await readTexts({ claim: CLAIM, source: SOURCE }, fakeEncoder());
    expect(hypotheses.map(({ asserts }) => asserts)).toEqual([false, true, false]);
    expect(sentences).toHaveLength(40);
    for (const { span, text } of hypotheses) expect(CLAIM.slice(span.start, span.end)).toBe(text);
    for (const { span, text } of sentences) expect(SOURCE.slice(span.start, span.end)).toBe(text);
  });

  it('tokenizes every claim span and every source sentence once, and again only what follows another in a window', async () => {
    const encoder = fakeEncoder();
    const { hypotheses, sentences } = await readTexts({ claim: CLAIM, source: SOURCE }, encoder);
    expect(encoder.tokenized).toHaveLength(hypotheses.length + sentences.length);
    expect(sentences[3]!.continuation()).toBe(sentences[3]!.continuation());
    expect(encoder.tokenized).toHaveLength(hypotheses.length + sentences.length + 1);
  });

  it('gives the model the normalised text and keeps the span as written', async () => {
    const source = 'Sales were **1,200** units.';
    const encoder = fakeEncoder();
    const { sentences } = await readTexts({ claim: 'x', source }, encoder);
    expect(sentences[0]!.text).toBe(source);
    expect(encoder.tokenized).toContain(normaliseForModel(source));
    expect(encoder.tokenized).not.toContain(source);
  });

  it.each([
    ['sentences', SOURCE],
    ['no stop at all', SOURCE.replaceAll('.', '')],
    ['no space at all', SOURCE.replaceAll(' ', '')],
    ['Chinese', '工厂在六月关闭没有人受伤土地被出售给城镇'.repeat(60)],
  ])('leaves no character unread by a model of 128 positions: %s', async (_, source) => {
    const encoder = fakeEncoder({ maxPairTokens: 128 });
    const claim = SOURCE.slice(0, 500);
    const { hypotheses, sentences, premiseLimit } = await readTexts({ claim, source }, encoder);
    expect(visible(hypotheses.map(({ text }) => text).join(''))).toBe(visible(claim));
    expect(visible(sentences.map(({ text }) => text).join(''))).toBe(visible(source));
    const longest = Math.max(...hypotheses.map(({ tokens }) => tokens.ids.length));
    expect(longest).toBeLessThanOrEqual(encoder.maxContentTokens / 2);
    expect(premiseLimit).toBe(encoder.maxContentTokens - longest);
    for (const { tokens } of sentences) expect(tokens.ids.length).toBeLessThanOrEqual(premiseLimit);
  });
});
