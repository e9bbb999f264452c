/**
 * Words that, when capitalised in prose, stand at the beginning of a sentence: names rarely begin with them.
 */
export const SENTENCE_STARTERS = [
  'The|It|He|She|They|We|You|This|These|That|Those|There|Its|His|Her|Their|Our|My|A|An|I',
  'In|On|At|As|By|For|From|With|During|After|Before|Since|Until|Under|Over|Between|Among|According',
  'However|But|And|Or|So|Then|Thus|Also|Although|Though|While|When|Where|Because|If|Despite|Today|Later',
  'What|Who|Why|How|Which|Is|Are|Was|Were|Did|Does|Do|No|Not|Yes|Only|Both|Each|Every|Some|Many|Most|All|Another',
].join('|');

const BEGINS = new RegExp(`^(?:${SENTENCE_STARTERS})(?=[\\s,'’])`);

export function beginsLikeSentence(text: string): boolean {
  return BEGINS.test(text);
}
