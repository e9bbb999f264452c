import { describe, expect, it } from 'vitest';
import { exchangesRoles, surfaceReading } from '../../../../src/verify/rules/index.ts';

const holds = (claim: string, sentence: string) => exchangesRoles(surfaceReading(claim), surfaceReading(sentence));

describe('the parties of a verb', () => {
  it.each([
    ['Brix acquired Acme.', 'Brix was acquired by Acme in 2019.'],
    ['Acme was acquired by Brix.', 'Acme acquired Brix.'],
    ['The dog chased the cat.', 'The dog was chased by the cat through the garden.'],
    ['The bank sued the builder.', 'The builder sued the bank over the delay.'],
    ['Tom gave Kara a watch.', 'Tom got a watch from Kara.'],
    ['Lee bought the shop from Dana.', 'Lee sold the shop to Dana.'],
    ['The inn supplies the baker with bread.', 'The baker on Ring Road supplies the inn with bread.'],
    ['The baker gets bread from the inn.', 'The baker on Ring Road supplies the inn with bread.'],
    ['Mr. Albers rents the workshop from us.', 'We rent the workshop from Mr. Albers.'],
    ['Ms. Okafor reports to the two leaders.', 'The two leaders report to Ms. Okafor.'],
    ['Maren was replaced by Ilse.', 'The coach replaced Ilse with Maren.'],
    ['Mr. Cole succeeded Ms. Bell.', 'Mr. Cole was succeeded by Ms. Bell.'],
    ['The pupils taught the teacher French.', 'The pupils were taught French by the teacher.'],
    ['Tom Lund hired Ann Berg.', 'Ann Berg hired Tom Lund.'],
    ['Tim lent Orla 50 euros.', 'Tim borrowed 50 euros from Orla.'],
  ])('are exchanged: %s against %s', (claim, sentence) => expect(holds(claim, sentence)).toBe(true));

  it.each([
    ['Acme acquired Brix.', 'Brix was acquired by Acme in 2019.'],
    ['Hull lost to Leeds.', 'Leeds beat Hull 3-1.'],
    ['Leeds beat Hull.', 'Hull beat Leeds in May, and Leeds beat them in June.'],
    ["Ana is Tim's sister.", "Tim is Ana's brother."],
    ["Petra is Dana's manager.", 'Dana, a manager of three teams, reports to Petra.'],
    ['Dana reports to the police.', 'The police manages Dana and Ilves reports to Tom.'],
    ['Dana bought the shop from Lee.', 'Lee sold the shop to Dana.'],
    ['Kara gave Tom a watch.', 'Tom got a watch from Kara.'],
    ['The inn gets bread from the baker.', 'The baker on Ring Road supplies the inn with bread.'],
    ['We rent the workshop from Mr. Albers.', 'We rent the workshop from Mr. Albers for a year.'],
    ['Maren replaced Ilse.', 'The coach replaced Ilse with Maren.'],
    ["Ida's mother is Marta.", 'Marta is the mother of Leon and Ida.'],
    [
      'The inn supplies the baker with flour.',
      'The baker supplies the inn with bread, and the inn supplies the baker with flour.',
    ],
    ['Anna married Paul.', 'Paul married Anna in 2010.'],
    ['Norway played Spain.', 'Spain played Norway in June.'],
    ['Tom gave Lisa a skateboard.', 'Lisa gave Tom a bike, and in return she got a skateboard from Tom.'],
    ['The mayor supports the new stadium.', "The mayor's party supports the new stadium."],
    ['Acme merged with Brix.', 'Brix merged with Acme in 2020.'],
    ['Norway did not beat Spain.', 'Spain beat Norway.'],
    ["Greta's team was beaten by Ines's team.", "Ines's team beat Greta's team."],
    ['The hall was finished by Friday.', 'On Friday the builders finished the hall.'],
    ['Brix sued Acme.', 'Acme sued Brix in May, and Brix sued it back.'],
    ['Ana teaches Ben English.', 'Ana learns Spanish from Ben and teaches him English.'],
    ['Police arrested a suspect.', 'A suspect arrested last week told police that he was at home.'],
    ['Tom stole the painting.', 'The painting stolen by Tom was found in Ulm.'],
    ['Acme acquired Brix.', 'Brix was recently acquired by Acme.'],
    ['A concert opened the festival.', 'The festival opened with a concert.'],
    ['Acme competes with Brix.', 'Brix competes with Acme in Europe.'],
    ['The company has a limited budget for research.', 'Research has a limited budget at the company.'],
    ['The shop sells bread from Ulm.', 'The shop buys bread from a baker in Ulm.'],
    ['A red flashing light means trouble.', 'If the light flashes red, there is trouble.'],
    ['Tom sold the car and Kara bought a bike.', 'Kara bought a bike after Tom sold the car.'],
    ['Tom sold Kara his car and bought a bike from Lee.', 'Tom bought a bike from Lee and sold Kara his car.'],
  ])('are not: %s against %s', (claim, sentence) => expect(holds(claim, sentence)).toBe(false));
});
