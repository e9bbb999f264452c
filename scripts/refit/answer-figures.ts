import { isRight } from '../../src/evaluation/labelled-rows.ts';
import { halfOf } from '../../src/evaluation/split.ts';
import { counted, type FigureOptions, type Group, type Groups, measureRows, share } from './figure.ts';
import { falsePass, rightPass, trueUnsupported } from './passing.ts';
import type { AnswerRow, DisagreeingRow, EditionRow, SentenceRow } from './rows.ts';

const SENTENCE_FIGURES = { sentencesRight, trueUnsupported, falsePass, rightPass };

function sentencesRight(rows: readonly SentenceRow[]): number {
  return share(rows, ({ label, verdict }) => isRight(label, verdict));
}

/** The figures of answers: of the half that nothing was chosen on, as a group by the name given, and of all, as `name/all`. */
export function answerGroups(name: string, answers: readonly AnswerRow[], options: FigureOptions): Groups {
  return {
    [name]: answerGroup(
      answers.filter(({ id }) => halfOf(id) === 'reporting'),
      options,
    ),
    [`${name}/all`]: answerGroup(answers, options),
  };
}

export function isWhollyRight({ sentences }: AnswerRow): boolean {
  return sentences.every(({ label }) => label === 'SUPPORTED');
}

function answerGroup(answers: readonly AnswerRow[], options: FigureOptions): Group {
  const sentences = answers.flatMap(({ id, sentences: all }) => all.map((sentence) => ({ id, ...sentence })));
  const passes = ({ outcome }: AnswerRow) => outcome === 'pass';
  return {
    rows: answers.length,
    figures: {
      ...measureRows(sentences, { clusterOf: ({ id }) => id, figures: SENTENCE_FIGURES }, options),
      rightAnswersPass: counted(answers.filter(isWhollyRight), passes),
      wrongAnswersPass: counted(
        answers.filter((answer) => !isWhollyRight(answer)),
        passes,
      ),
    },
  };
}

export function disagreeingGroup(rows: readonly DisagreeingRow[]): Group {
  const only = (label: DisagreeingRow['label']) => rows.filter((row) => row.label === label);
  const isSupported = ({ verdict }: DisagreeingRow) => verdict === 'SUPPORTED';
  return {
    rows: rows.length,
    figures: {
      reported: counted(only('disagree'), ({ reported }) => reported),
      disagreeingSupported: counted(only('disagree'), isSupported),
      othersSupported: counted(only('other_subject'), isSupported),
    },
  };
}

export function replacedGroup(rows: readonly EditionRow[]): Group {
  return { rows: rows.length, figures: { editionsRight: counted(rows, ({ label, verdict }) => label === verdict) } };
}
