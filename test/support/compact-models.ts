import { join } from 'node:path';
import { PACKAGE_ROOT } from '../../src/config.ts';

/** The compact model, which starts in a second and reads a pair in a millisecond. */
export const COMPACT_MODEL = join(PACKAGE_ROOT, 'models', 'claim-nli-compact');

/** The compact model in both places, for tests of a whole process whose subject is not the verdict. */
export const COMPACT_ENV = { MODEL_DIR: COMPACT_MODEL, EVIDENCE_MODEL_DIR: COMPACT_MODEL } as const;
