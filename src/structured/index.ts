export type { StructuredText } from './statement-writer.ts';
export { readStructured } from './statements.ts';
export { StructuredFault, type StructuredFormat } from './value.ts';
