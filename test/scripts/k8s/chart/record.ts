import { writeFileSync } from 'node:fs';
import { RENDERINGS, type Rendering, recordedIn, render } from './renderings.ts';

for (const name of Object.keys(RENDERINGS) as Rendering[]) writeFileSync(recordedIn(name), render(name));
