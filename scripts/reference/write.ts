import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PACKAGE_ROOT } from '../../src/package.ts';
import { apiReference } from './api-reference.ts';

/** The last step of the build: writes the reference of the package from the compiled types. */
writeFileSync(join(PACKAGE_ROOT, 'dist/src/library/API.md'), apiReference());
