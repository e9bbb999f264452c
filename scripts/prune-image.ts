import { pruneCompiled, pruneModules } from './bundle/prune.ts';

/** `node dist/scripts/prune-image.js`, in the folder of an image's files: keeps only what Linux runs on this processor, this program not. */
await pruneModules('node_modules', process);
await pruneCompiled('dist');
