import { bootstrapAll } from '../../src/evaluation/bootstrap.ts';
import { isRight } from '../../src/evaluation/labelled-rows.ts';
import { bootstrap, counted, type FigureOptions, type Group, type Groups, named, share } from './figure.ts';
import { halfOfAnswer } from './halves.ts';
import { falsePass, rightPass, trueUnsupported } from './passing.ts';
import type { AnswerRow, DisagreeingRow, SentenceRow } from './rows.ts';

const SENTENCE_FIGURES = { sentencesRight, trueUnsupported, falsePass, rightPass };
const SENTENCE_FIGURE_NAMES = Object.keys(SENTENCE_FIGURES) as (keyof typeof SENTENCE_FIGURES)[];

function sentencesRight(rows: readonly SentenceRow[]): number {
  return share(rows, ({ label, verdict }) => isRight(label, verdict));
}

/** The figures of answers: of the half that nothing was chosen on, as a group by the name given, and of all, as `name/all`. */
export function answerGroups(name: string, answers: readonly AnswerRow[], options: FigureOptions): Groups {
  return {
    [name]: answerGroup(
      answers.filter(({ id }) => halfOfAnswer(id) === 'reporting'),
      options,
    ),
    [`${name}/all`]: answerGroup(answers, options),
  };
}

function answerGroup(answers: readonly AnswerRow[], options: FigureOptions): Group {
  const sentences = answers.flatMap(({ id, sentences: all }) => all.map((sentence) => ({ id, ...sentence })));
  const measure = ([only]: readonly (readonly SentenceRow[])[]) =>
    SENTENCE_FIGURE_NAMES.map((figure) => SENTENCE_FIGURES[figure](only!));
  const estimates = bootstrapAll({ groups: [sentences], clusterOf: ({ id }) => id, measure }, bootstrap(options));
  const isWhollyRight = (answer: AnswerRow) => answer.sentences.every(({ label }) => label === 'SUPPORTED');
  const passes = ({ outcome }: AnswerRow) => outcome === 'pass';
  return {
    rows: answers.length,
    figures: {
      ...named(SENTENCE_FIGURE_NAMES, estimates),
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
