import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PACKAGE_ROOT } from '../../src/package.ts';
import { readJson } from './rows.ts';
import type { SetSize } from './sets.ts';
import { type Summary, sealedCalibration } from './summary.ts';
import {
  attacksTable,
  confidencesTable,
  dataTable,
  type Earlier,
  figuresTable,
  passesSentence,
  passesTable,
  resultsTable,
  setsTable,
  thresholdsSentence,
  weightsTable,
} from './tables.ts';

/** Texts between two markers of a page, by the name of the markers. */
type Sections = Readonly<Record<string, string>>;

/** The generated sections of each page, from the committed figures. */
export function sectionsOfPages(): Readonly<Record<string, Sections>> {
  const summary = readJson<Summary>('summary');
  const calibration = sealedCalibration();
  return {
    'README.md': {
      results: resultsTable(summary.groups),
      passes: passesSentence(summary),
    },
    'models/claim-nli/CALIBRATION.md': {
      data: dataTable(readJson<SetSize[]>('data')),
      confidences: confidencesTable(summary),
      passes: passesTable(summary),
      figures: figuresTable(summary.groups, readJson<Earlier>('version-3.0.0')),
      sets: setsTable(summary.groups),
      thresholds: thresholdsSentence(calibration),
      weights: weightsTable(calibration),
    },
    'scripts/contrast/README.md': { attacks: attacksTable(summary.attacks) },
  };
}

export function writePages(): void {
  for (const [page, sections] of Object.entries(sectionsOfPages())) {
    const path = join(PACKAGE_ROOT, page);
    writeFileSync(path, withSections(readFileSync(path, 'utf8'), sections));
  }
}

/** Replaces what appears between `<!-- figures: NAME -->` and `<!-- /figures -->`. Throws for a name without markers. */
export function withSections(page: string, sections: Sections): string {
  return Object.entries(sections).reduce((text, [name, content]) => {
    const start = `<!-- figures: ${name} -->`;
    const end = '<!-- /figures -->';
    const from = text.indexOf(start);
    const to = text.indexOf(end, from);
    if (from < 0 || to < 0) throw new Error(`Expected the markers ${start} and ${end} in a page, found none.`);
    return `${text.slice(0, from)}${start}\n${content}\n${text.slice(to)}`;
  }, page);
}
