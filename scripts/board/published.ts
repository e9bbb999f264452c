/** A figure that others published, on the full or gated files: not measured on the same rows as ours. */
export interface PublishedFigure {
  readonly set: string;
  readonly measure: 'balanced accuracy' | 'AUROC' | 'F1 not supported';
  readonly system: string;
  /** 0 to 1, or a range. */
  readonly value: string;
  readonly source: string;
}

function figures(
  shared: Pick<PublishedFigure, 'set' | 'measure' | 'source'>,
  values: readonly (readonly [system: string, value: string])[],
): PublishedFigure[] {
  return values.map(([system, value]) => ({ ...shared, system, value }));
}

const AGGREFACT = {
  measure: 'balanced accuracy',
  source: 'LLM-AggreFact leaderboard (Tang et al., 2024)',
} as const;
const FAITHBENCH = { set: 'FaithBench', source: 'FaithBench (Bao et al., 2025)' } as const;

export const PUBLISHED: readonly PublishedFigure[] = [
  ...figures({ set: 'RAGTruth', measure: 'F1 not supported', source: 'RAGTruth (Niu et al., 2024)' }, [
    ['GPT-4 zero-shot', '0.634'],
  ]),
  ...figures({ set: 'RAGTruth', measure: 'F1 not supported', source: 'Luna (Belyi et al., 2024)' }, [
    ['Luna', '0.654'],
  ]),
  ...figures({ set: 'RAGTruth', measure: 'F1 not supported', source: 'LettuceDetect (Kovács and Recski, 2025)' }, [
    ['LettuceDetect base to large', '0.76 to 0.79'],
  ]),
  ...figures({ ...FAITHBENCH, measure: 'balanced accuracy' }, [
    ['MiniCheck-FT5', '0.519'],
    ['HHEM-2.1', '0.546'],
    ['Bespoke-MiniCheck-7B', '0.548'],
    ['GPT-4o as judge', '0.558'],
    ['best LLM judge', '0.688'],
  ]),
  ...figures({ ...FAITHBENCH, measure: 'AUROC' }, [['HHEM-2.1', '0.601']]),
  ...figures({ set: 'LLM-AggreFact, 11 sets', ...AGGREFACT }, [
    ['SummaC-ZS', '0.677'],
    ['AlignScore', '0.705'],
    ['HHEM-2.1-open', '0.718'],
    ['MiniCheck-RoBERTa', '0.735'],
    ['MiniCheck-FT5', '0.750'],
    ['GPT-4o', '0.759'],
    ['Bespoke-MiniCheck-7B', '0.774'],
  ]),
  ...figures({ ...AGGREFACT, set: 'LLM-AggreFact, 11 sets', source: 'FactCG (Lei et al., 2025)' }, [
    ['FactCG-DeBERTa-L', '0.756'],
  ]),
  // RAGTruth sentences, WiCE, Factcheck-GPT and LFQA: those that the public files give again.
  ...figures({ set: 'LLM-AggreFact, 4 sets', ...AGGREFACT }, [
    ['SummaC-ZS', '0.703'],
    ['AlignScore', '0.741'],
    ['HHEM-2.1-open', '0.754'],
    ['MiniCheck-RoBERTa', '0.756'],
    ['MiniCheck-FT5', '0.775'],
  ]),
];
