import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PACKAGE_ROOT } from '../../src/package.ts';
import { apiReference } from './api-reference.ts';

/** `npm run reference`: writes the reference of the package from the compiled types. */
writeFileSync(join(PACKAGE_ROOT, 'src/library/API.md'), apiReference());
