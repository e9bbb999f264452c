export type { StructuredText } from './statement-writer.ts';
export { readStructured, structuredSteps } from './statements.ts';
export { StructuredFault } from './value.ts';
