import { join } from 'node:path';
import { PACKAGE_ROOT } from '../../src/config.ts';

/** One directory in both places, for tests of a whole process. */
const bothIn = (dir: string) => ({ MODEL_DIR: dir, EVIDENCE_MODEL_DIR: dir }) as const;

/** The compact model, which starts in a second and reads a pair in a millisecond. */
export const COMPACT_ENV = bothIn(join(PACKAGE_ROOT, 'models', 'claim-nli-compact'));

/** The smallest of the models in `fixtures/`: random weights, for tests whose subject is not the verdict. It starts in half the time. */
export const TINY_MODEL = join(PACKAGE_ROOT, 'test', 'fixtures', 'foreign-bert');
export const TINY_ENV = bothIn(TINY_MODEL);
