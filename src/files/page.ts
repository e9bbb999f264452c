/** The part of files/ that the dashboard loads, bundled with its libraries by the build. */
export { columnNames } from './column-names.ts';
export { fileLines } from './file-rows.ts';
