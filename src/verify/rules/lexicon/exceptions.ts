import { words } from './words.ts';

/** What takes something out of a statement or makes it depend on something. */
export const EXCEPTIONS = words('except excepting exception excluding unless');
/** What lets a statement hold of nothing else. */
export const ONLY = words('only solely exclusively');
export const ALL = words('all every each both always everyone everybody everything');
export const SOME = words('some most many several few half sometimes often part partly mostly');
