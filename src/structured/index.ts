export type { StructuredText } from './statement-writer.ts';
export { readStructured } from './statements.ts';
export { StructuredFault } from './value.ts';
