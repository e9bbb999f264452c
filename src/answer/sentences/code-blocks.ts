import type { Span } from '../../text/index.ts';

const FENCE = /^[ \t]{0,20}(?<marks>```|~~~)(?<language>[\w+#.-]{0,40})[ \t]*$/gm;
/** Languages of programs and commands. Others, such as JSON and HTML, may hold the answer itself. */
const PROGRAM =
  /^(?:python|py|javascript|js|jsx|typescript|ts|tsx|java|c|cpp|c\+\+|csharp|c#|cs|go|rust|ruby|php|swift|kotlin|scala|perl|lua|dart|r|matlab|bash|sh|shell|zsh|console|powershell|sql|css|dockerfile|makefile|regex|diff)$/i;

/** The closed blocks of an answer that are marked as a program, with their fences, in order. Linear. */
export function codeBlocks(text: string): Span[] {
  const blocks: Span[] = [];
  let open: { readonly start: number; readonly marks: string; readonly isProgram: boolean } | undefined;
  for (const { 0: line, index: start, groups } of text.matchAll(FENCE)) {
    const { marks = '', language = '' } = groups!;
    if (open === undefined) open = { start, marks, isProgram: PROGRAM.test(language) };
    else if (marks === open.marks && language === '') {
      if (open.isProgram) blocks.push({ start: open.start, end: start + line.length });
      open = undefined;
    }
  }
  return blocks;
}
