import { describe, expect, it } from 'vitest';
import { answer } from './answer.ts';
import { FOREIGN_PAIRS } from './foreign-pairs.ts';

// The verdict model's tokenizer knows a piece for almost every letter: without a guard it scores any language as if read.

describe('claims in German, French and Spanish', () => {
  it('are left uncertain with the reason, true, false and off topic alike', async () => {
    const answers = await Promise.all(FOREIGN_PAIRS.map(({ claim, source }) => answer(claim, source)));
    const uncertain = answers.filter(
      ({ verdict, reasoning }) => verdict === 'UNCERTAIN' && /a language that the model does not read/.test(reasoning),
    );
    // Three of the sixty are short and full of words that English shares; test/text/language.test.ts names them.
    expect(uncertain.length).toBeGreaterThanOrEqual(57);
  });

  it('are still found word for word', async () => {
    const sentence = 'Der Mieter zahlt die Miete bis zum dritten Werktag eines Monats.';
    const { verdict, audit_trail } = await answer(sentence, `${sentence} Die Nebenkosten werden jährlich abgerechnet.`);
    expect(audit_trail).toEqual([{ claim_span: sentence, source_span: sentence, match_type: 'exact_match' }]);
    expect(verdict).toBe('SUPPORTED');
  });
});
