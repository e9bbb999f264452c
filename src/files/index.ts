/**
 * `claim-verification-service/files`: spreadsheets and Parquet as lines of JSON, for `submitJob` of the client. It needs
 * libraries, which the client does not.
 */
export { type FileLinesOptions, fileLines, type TableFormat } from './file-rows.ts';
export type { FileBytes } from './table.ts';
