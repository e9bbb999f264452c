/** Texts of our own writing about matters that have nothing to do with one another, one sentence an item. */
export const DOCUMENTS: Readonly<Record<string, readonly string[]>> = {
  harbour: [
    'The harbour of Kelmouth was dredged to a depth of 14.5 metres in 1998.',
    'Fishing boats still land herring at the old quay every morning.',
    'In 2016 the town council sold the ferry terminal to Norvane Lines for £23 million.',
    'The lighthouse is no longer staffed.',
    'Roughly 1,900 containers pass through the port each week, most of them bound for Rotterdam or Hamburg.',
  ],
  medicine: [
    'Patients received 40 mg of relvatine once a day for twelve weeks.',
    'Blood pressure fell by 11 mmHg in the relvatine group and by 3 mmHg in the control group.',
    'Two participants withdrew because of dizziness.',
    'The drug was not tested in pregnant women.',
    'Dr. Amara Nwosu of the University of Leiden led the study, which was registered on 4 May 2017 and enrolled 318 adults with mild hypertension at nine hospitals.',
  ],
  opera: [
    'The opera house was designed by Henrik Saal and completed in 1884.',
    'A fire destroyed the stage in 1921, but the auditorium survived.',
    'It seats 1,150 people.',
    "Its first performance was Verdi's Aida.",
    'The present director, Claudia Ferrante, has announced that ticket prices will not rise before 2027.',
  ],
  software: [
    'Version 3.2 of the library drops support for Node 16.',
    'The parser is about 40 percent faster than in the previous release.',
    'Maintainers fixed a bug that caused memory to grow when files were watched for more than 24 hours.',
    'Plugins written for version 2 do not work with version 3.',
    'The licence was changed from GPL to MIT in March 2022.',
  ],
  volcano: [
    'Mount Tarvik last erupted on 9 November 1973.',
    'Lava reached the village of Osk within two hours and buried 61 houses.',
    'No one died, because the villagers had been moved to Hamnes the day before.',
    'The crater lake is 300 metres wide and has a temperature of about 35 degrees Celsius.',
    'Geologists visit the summit twice a year.',
  ],
  retail: [
    'Ollmer Group opened 48 shops in Poland and closed 12 in Germany last year.',
    'Online orders made up 31 percent of sales, up from 22 percent in 2019.',
    'The chain does not sell tobacco.',
    'Its founder, Birgit Ollmer, still owns 54 percent of the shares.',
    'Net profit rose to 86 million euros, although rents and wages increased faster than the company had expected.',
  ],
  law: [
    'The regulation applies to companies with more than 250 employees.',
    'Fines may reach 4 percent of annual turnover.',
    'Small charities are exempt from the reporting duty.',
    'Parliament adopted the text on 18 June 2020 by 412 votes to 187.',
    'Under Article 9, a company that fails to publish its report by 30 April must inform the authority in writing and give its reasons.',
  ],
  birds: [
    'The grey-winged plover breeds on stony beaches in northern Scotland.',
    'Both parents sit on the eggs, which hatch after 26 days.',
    'Adults weigh between 180 and 220 grams.',
    'The species was nearly wiped out by hunters in the nineteenth century.',
    'A survey in 2014 counted 3,640 pairs on the islands of Harra and Lunn.',
  ],
};

export const documentOf = (name: string): string => DOCUMENTS[name]!.join(' ');

/** All documents but one, over and over, up to `length` characters, cut between sentences. */
export function fillerWithout(name: string, length: number): string {
  const others = Object.keys(DOCUMENTS).filter((other) => other !== name);
  const sentences = others.flatMap((other) => DOCUMENTS[other]!);
  let filler = '';
  for (let i = 0; filler.length + sentences[i % sentences.length]!.length < length; i++) {
    filler += `${sentences[i % sentences.length]!}${i % 5 === 4 ? '\n\n' : ' '}`;
  }
  return filler;
}
