import type { AnswerBody } from '../../index.ts';

/** The checked sentences that do not pass: those that the sources contradict, and those that they do not surely confirm. */
export function unsupportedSentences({ sentences }: AnswerBody) {
  const open = sentences.filter(({ outcome }) => outcome !== null && outcome !== 'pass');
  return {
    contradicted: open.filter(({ verdict }) => verdict === 'UNSUPPORTED'),
    uncertain: open.filter(({ verdict }) => verdict !== 'UNSUPPORTED'),
  };
}
