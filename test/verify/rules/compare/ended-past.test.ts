import { describe, expect, it } from 'vitest';
import { isEnded } from '../../../../src/verify/rules/compare/ended-past.ts';
import { objectionsIn, surfaceReading } from '../../../../src/verify/rules/index.ts';

const holds = (claim: string, sentence: string) => isEnded(surfaceReading(claim), surfaceReading(sentence));

describe('a claim in the present', () => {
  it.each([
    ['The ticket costs $12.', 'Tickets cost $12 until May and $15 since.'],
    ['The Orsay is a cinema.', 'It was a cinema until 1974.'],
    ['The office is in Ulm.', 'The office was in Ulm before it moved to Bonn.'],
    ['The museum is free.', 'The museum was free until 2019; since then it costs 8 euros.'],
    ['Dana Cole is the director.', 'Dana Cole was director until 2020, when Lee Brandt took over.'],
    ['The ticket costs $12.', 'The ticket used to cost $12; it now costs $15.'],
    ['Kim Olsen is the chair.', 'Kim Olsen served as chair up to March, then Ana Ruiz was elected.'],
    ['The drug is approved in France.', 'The drug was approved in France but the approval was withdrawn in 2021.'],
    ['The firm owns the port.', 'The firm formerly owned the port.'],
    ['She has lived in Oslo since 2010.', 'She lived in Oslo from 2010 to 2018.'],
    ['He is the mayor.', 'He served as mayor from May 2012 to June 2020.'],
    ['The shop has been open since 2015.', 'The shop opened in 2015 and closed in 2021.'],
    ['Ida Roth leads the council.', 'From 1995 to 2003 she led the council.'],
    ['Paul Wendt is the finance chief of Brisk.', "Brisk's former finance chief, Paul Wendt, now works for Talmar."],
    ['A night train runs to Bergen.', 'The night train to Bergen was discontinued in 2022.'],
  ])('states a past that ended: %s against %s', (claim, sentence) => expect(holds(claim, sentence)).toBe(true));

  it.each([
    ['Planks are produced.', 'Production of planks goes on, but pellets cannot be made until the end of May.'],
    ['The ticket costs $15.', 'Tickets cost $12 until May and $15 since.'],
    ['The ban applies on Tarn.', 'The ban was lifted except for Tarn, where it applies until Friday.'],
    ['The office is in Bonn.', 'The office was in Ulm before it moved to Bonn.'],
    ['Lee Brandt is the director.', 'Dana Cole was director until 2020, when Lee Brandt took over.'],
    ['The contract is valid.', 'The contract was extended until 2030.'],
    ['The library is open until eight.', 'The library is open until eight in the evening.'],
    ['The tool is used to cut wood.', 'The tool is used to cut wood.'],
    ['The shop closed in May.', 'The shop was open until May.'],
    ['The film is set in Paris.', 'The film was not released until 2010 and is set in Paris.'],
    ['Bones is a series.', 'Bones is an American series that aired on Fox until March 2017.'],
    ['The road is 40 km long.', 'Until 1990 the road was unpaved; it is 40 km long.'],
    ['He has been mayor since 2012.', 'He has been mayor since 2012.'],
    ['Ott is the brother of Kim.', 'Ott worked with his brother Kim from 1990 to 2005.'],
    ['The clinic is in Ulm.', 'Dr. Roe worked at the clinic in Ulm from 1990 to 2005.'],
    ['The clinic is private.', 'Ana joined the private clinic in 2010 and left in 2014.'],
    ['Kim is a member of the council.', 'Kim was head of the council from 2010 to 2014 and remains a member.'],
    ['Kim has led the club since 2015.', 'Ott led the club until 2015, and Kim has done so since.'],
    ['There is a bridge over the Rhine.', 'The bridge over the Rhine was built from 1990 to 1995.'],
    ['Tom Ott is a doctor.', 'The doctor Tom Ott worked in Ulm from 1990 to 1996.'],
    ['Kara works at Acme.', 'Kara joined Acme in May and left her old job in Ulm.'],
    ['The rate is 3 %.', 'The rate was set at 3 % from 2024 to 2030.'],
    ['Ida Roth no longer leads the council.', 'From 1995 to 2003 she led the council.'],
    ['The school is a museum.', 'The former school is now a museum.'],
    ['Alcohol is allowed in the park.', 'The ban on alcohol in the park was dropped in May.'],
    ['Employees get a company car.', 'Employees who worked for the company for a year may take up to 16 weeks off.'],
    ['The lease runs from 2020 to 2030.', 'The lease was signed in May and runs from 2020 to 2030.'],
    ['Ulm is the home of Ida Roth.', 'Ulm is the home of former mayor Ida Roth.'],
    ['The speaker is Jan Bos.', 'The speaker is former minister Jan Bos.'],
    ['The office is in the factory building.', 'The office is in the former factory building.'],
    ['Ida Roth is head of the council.', 'Ida Roth is head of the council and former head of the bank.'],
    ['A ferry runs to Ems.', 'The ferry to Ems was cancelled on Monday because of a storm.'],
    ['The café serves lunch.', 'The café, renovated in 2019, serves lunch until 3 pm.'],
    ['Employees can enroll.', 'Employees hired after May can enroll until Friday.'],
    ['The hammer hangs by the door.', 'The hammer used to break the glass hangs by the door.'],
    ['The fee is 10 euros.', 'The fee was 8 euros until May.'],
    ['His sister lives in Ulm.', 'From 2012 to 2015 he lived in Ulm, where his sister lives.'],
    ['The trial has 200 patients.', 'The trial enrolled 200 patients from May 2018 to June 2019.'],
  ])('states what is so: %s against %s', (claim, sentence) => expect(holds(claim, sentence)).toBe(false));
});

it('another sentence ends what the claim says, unless the supporting one says that it is so now', () => {
  const isOver = (support: string, said = 'The Orsay is a cinema.', other = 'It was a cinema until 1974.') => {
    const [claim, ...read] = [said, support, other].map((text) => surfaceReading(text));
    return objectionsIn(claim!, read[0]!, () => read.slice(1)).has('ended_in_source');
  };
  expect(isOver('The Orsay opened in 1911 as a cinema.')).toBe(true);
  expect(isOver('Today the Orsay is a cinema again.')).toBe(false);
  const [claim, until] = ['Kim Bauer is head of the bank.', 'Ida Roth was head of the bank until 2020.'];
  expect(isOver('Kim Bauer leads the bank.', claim, until)).toBe(false);
});
