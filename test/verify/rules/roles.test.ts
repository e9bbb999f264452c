import { describe, expect, it } from 'vitest';
import { compareSurface } from '../../../src/verify/rules/index.ts';

const rolesOf = (claim: string, source: string) => compareSurface(claim, source).roles;

describe('parts exchanged between two things', () => {
  it.each([
    ['Oracle sued Google over the patents.', 'Google sued Oracle over the patents.'],
    ['The committee criticised the auditors.', 'The committee was criticised by the auditors in its report.'],
    ['The auditors were criticised by the committee.', 'The auditors criticised the committee in May.'],
    ['Dr. Chan referred the patient to Dr. Lopez.', 'Dr. Lopez referred the patient to Dr. Chan.'],
    ['Brown shot the officer.', 'The officer shot Brown.'],
    ['The officer was shot by Brown.', 'Brown was shot by the officer.'],
    ['The regulator sued Barclays.', 'Barclays sued the regulator.'],
    ['The lender shall notify Acme of default.', 'Acme shall notify the lender of default.'],
    ['The study shows that CRP predicts mortality.', 'The study shows that mortality predicts CRP.'],
    ['Venus is smaller than Mars.', 'Mars is smaller than Venus.'],
    ['France sold more wine to China than to Japan.', 'France sold more wine to Japan than to China.'],
    ['Brazil imported 3 tons from Mexico in 2020.', 'Mexico imported 3 tons from Brazil in 2020.'],
  ])('%s / %s', (claim, source) => {
    expect(rolesOf(claim, source)).toBe(true);
  });
});

describe('the same parts in another order', () => {
  it.each([
    ['Oracle was sued by Google over the patents.', 'Google sued Oracle over the patents.'],
    ['The auditors criticised the committee.', 'The committee was criticised by the auditors in its report.'],
    ['In 2014 the museum opened in Porto.', 'The museum opened in Porto in 2014.'],
    ['The capital of Aldoria is Senn.', 'Senn is the capital of Aldoria.'],
    ['Google sued Oracle.', 'Google sued Oracle over the patents.'],
    ['Oracle and Google signed a contract.', 'Google and Oracle signed a contract.'],
    ['The Union includes Wales, Scotland and England.', 'The Union includes England, Wales, and Scotland.'],
    ['The roof leaked.', 'Otters sleep afloat.'],
    ['The board gave the film Halden a prize.', 'Halden: The film was given a prize by the board.'],
    ['Halden was painted by the local artist Ada Koch.', 'Halden is the best work of the local artist Ada Koch.'],
  ])('%s / %s', (claim, source) => {
    expect(rolesOf(claim, source)).toBe(false);
  });

  it('is found where one of two sentences has it', () => {
    expect(rolesOf('Google sued Oracle.', 'Oracle sued Google. Google sued Oracle.')).toBe(false);
  });
});
