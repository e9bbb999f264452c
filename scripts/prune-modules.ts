import { pruneModules } from './bundle/prune.ts';

/** `node dist/scripts/prune-modules.js node_modules`: keeps only what linux x64 runs. For container builds; see bundle/. */
const [modules] = process.argv.slice(2);
if (modules === undefined) throw new Error('Expected the path of a production node_modules folder, got none.');
await pruneModules(modules);
