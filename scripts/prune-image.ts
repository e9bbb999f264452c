import { pruneCompiled, pruneModules } from './bundle/prune.ts';

/** `node dist/scripts/prune-image.js`, in the folder of an image's files: keeps only what linux x64 runs, this program not. */
await pruneModules('node_modules');
await pruneCompiled('dist');
