import { describe, expect, it } from 'vitest';
import { tablesIn } from '../../../../src/text/tables.ts';
import { asksOfTable, tableClaim } from '../../../../src/verify/rules/index.ts';
import { readSurface } from '../support/compare-surface.ts';

const REGIONS = `Regional results 2024

| Region | Revenue (EUR m) | Growth | Employees | Stores | Manager |
|---|---|---|---|---|---|
| North | 41.2 | 3.1% | 310 | 22 | Ana Ruiz |
| South | 58.7 | -1.4% | 455 | 31 | Ben Ott |
| East | 23.9 | 7.8% | 198 | 14 | Carla Diaz |
| West | 61.0 | 0.5% | 430 | 35 | Dan Wu |
| Total | 184.8 | 1.6% | 1,393 | 102 | |
`;
const PRICES = `Median price of a home

Quarter | Old Town | Harbor
Q1 2023 | 512 | 438
Q2 2023 | 520 | 431
Q3 2023 | 517 | 425
`;
const YEARLY = `Item | 2020 | 2021 | 2022 | 2023
Revenue | 10 | 18 | 22 | 23
Costs | 8 | 9 | 9 | 11
`;
const FERRY_RESULTS = `Segment results (NOK million)

| Segment | Revenue 2022 | Revenue 2023 | Operating costs 2023 | Employees 2023 |
|---|---|---|---|---|
| Ferries | 1,240.0 | 1,310.5 | 1,120.3 | 640 |
| Salvage | 388.2 | 352.0 | 371.4 | 150 |
| Leasing | 96.5 | 121.0 | 60.8 | 22 |
`;
const COURSES = `Course | Participants | Rooms | Fee (euros)
Yoga | 24 | 2 | 60
Dance | 40 | 4 | 50
`;
const FUNDS = `Fund | Income | Spending | Donors | Inhabitants (millions)
Relief | 900,000 | 870,000 | 3,000 | 5
Schools | 400,000 | 420,000 | 1,600 | 2
`;
const STANDINGS_OF_THREE = `Team | Played | Lost | Goals for | Goals against | Points
Alder | 20 | 3 | 41 | 18 | 43
Brook | 20 | 5 | 38 | 25 | 39
Castle | 20 | 3 | 30 | 21 | 35
`;
const ENERGY_USE = `Building | Floor area (m²) | Electricity (MWh)
Tower A | 8,000 | 960
Tower B | 5,000 | 450
`;
const BUS_TIMES = 'Stop,Bus 1,Bus 2\nHarbour,06:10,07:25\nHospital,06:35,07:56\nAirport,06:58,08:24\n';
const RACE_TIMES = `Rank | Runner | Time
1 | Ines Moreau | 2:31:04
2 | Tigist Alemu | 2:31:50
3 | Karin Holst | 2:35:12
`;
const LAB_REPORT = `Test | Result | Unit | Reference range
Hemoglobin | 11.2 | g/dL | 12.0-15.5
Sodium | 139 | mmol/L | 135-145
Potassium | 5.4 | mmol/L | 3.5-5.1
`;
const WITH_GROUP =
  '| Business unit | Sales 2021 | Sales 2022 |\n|---|---|---|\n| Pumps | 84 | 92 |\n| Valves | 51 | 49 |\n| Service | 22 | 27 |\n| Group | 157 | 168 |\n';
const ROOM_RATES =
  '| Room type | Rooms | Low season |\n|---|---|---|\n| Single | 14 | 65 |\n| Double | 30 | 95 |\n| Suite | 4 | 180 |\n';
const SUBSCRIBERS =
  '| | Q1 2024 | Q2 2024 | Q3 2024 |\n|---|---|---|---|\n| Basic | 1,240 | 1,290 | 1,210 |\n| Plus | 410 | 465 | 530 |\n';
const SCHOOLS =
  'University | Founded | City\nBologna | 1088 | Bologna\nHarvard | 1636 | Cambridge\nYale | 1701 | New Haven\n';
const ELECTION = `| Party | Votes | % | Seats | +/– |
|---|---|---|---|---|
| Union | 41,209 | 38.4 | 17 | +3 |
| Labour | 33,870 | 31.6 | 14 | −2 |
| Others | 18,455 | 30.0 | 12 | |
| Total | 93,534 | 100 | 43 | |
`;
const TOWNS = `Three largest towns

| Town | Population | Mayor |
|---|---|---|
| Tallis | 812,455 | Ana |
| Merano | 530,118 | Bo |
| Oldfield | 301,990 | Cy |
`;
const GROUPS = `| Group | Members |
|---|---|
| Adults | 120 |
| of which women | 70 |
| Children | 80 |
| of which girls | 45 |
`;
const GOAL_DIFFERENCES = `| Team | P | +/- | Points |
|---|---|---|---|
| Ajax | 10 | +12 | 24 |
| Bern | 10 | -3 | 15 |
`;
const GROWING = `| Town | Population | % |
|---|---|---|
| Ada | 9,000 | +4 |
| Bex | 7,000 | -2 |
`;
const TRAINS = `| Departure | To | Operator |
|---|---|---|
| 06:15 | Oslo | NordRail |
| 09:30 | Oslo | VyTog |
| 14:05 | Bergen | NordRail |
`;
const PERSONS = `name,department,location
Ruth Adler,Finance,Vienna
Ben Ito,Engineering,Osaka
Sara Lind,Engineering,Vienna
`;
const PRODUCTS = `
Sales by product, EUR million

| Product | 2022 | 2023 |
|---|---|---|
| Chairs | 40 | 42 |
| Tables | 25 | 30 |
| Lamps | 30 | 27 |
| Stools | 4 | 5 |
| Total | 99 | 104 |
`;
const SLOW = `| Product | 2022 | 2023 |
|---|---|---|
| Chairs | 400 | 440 |
| Tables | 20 | 25 |
| Lamps | 30 | 31 |
`;
const TAXED = `| Plan | Monthly (excl. VAT) | Monthly (incl. VAT) | Users |
|---|---|---|---|
| Solo | €20.00 | €23.80 | 1 |
| Crew | €50.00 | €59.50 | 5 |
`;
const PLANTS = `| Plant | 2010 | 2020 |
|---|---|---|
| Alpha | 140 | 62 |
| Beta | 140 | 76 |
`;
const INCOME_IN_TWO_ROWS = `Income statement (EUR million)

| | Year ended 31 December | |
| | 2024 | 2023 |
|---|---|---|
| Revenue | 1,842 | 1,701 |
| Operating profit | 286 | 213 |
`;
const CITIES = `| City | Region | Rate | Jobs | Free flats |
|---|---|---|---|---|
| Ada | North | 5.1% | 200 | 4% |
| Bex | North | 4.0% | 340 | 2% |
| Cam | South | 6.3% | 410 | 1% |
| Dux | South | 7.0% | n/a | 3% |
`;
const PARTS = `| Part | Mass | Copies | Life | Noise |
|---|---|---|---|---|
| bolt | 3 kg | 1990 | 5 hours | 60 dB |
| nut | 2 kg | 410 | 7 hours | 72 dB |
| gear | 9 kg | 2010 | 2 hours | 70 dB |
`;
const SPENDING = `## Household spending (US$ per month)

| Category | Renters | Owners with mortgage | Owners without mortgage |
|---|---|---|---|
| Housing | 1,310 | 1,640 | 520 |
| Food | 580 | 690 | 610 |
`;
const SEGMENTS = `Results (net sales in $ billions)

| Region | Net sales 2022 | Net sales 2023 | Margin 2022 | Margin 2023 |
|---|---|---|---|---|
| Asia | 3.0 | 4.0 | 12% | 11% |
| Europe | 5.0 | 4.5 | 8% | 9% |
`;
const ARTICLES = `Article no.;Description;Quantity;Reorder level;Bin
40-118;Hex bolt;1,240;500;A-04
43-350;Threaded rod;0;60;C-02
47-902;Anchor plate;75;80;C-07
`;
const PER_HEAD = `Prescriptions per 1,000 inhabitants

| Region | 2019 | 2024 |
|---|---|---|
| Coast | 96 | 72 |
| Hills | 111 | 90 |
`;
const INCOME = `## Income statement (EUR million)

| | 2022 | 2023 | 2024 |
|---|---|---|---|
| Revenue | 480 | 540 | 612 |
| Cost of sales | (300) | (330) | (360) |
| Net profit | 20 | -5 | 31 |
| Employees | 1,200 | 1,250 | 1,310 |
`;
const FLEET = `Vehicle,Type,Range (km),Payload (kg),In service since,Status
Arbo 1,van,310,820,2021,active
Arbo 2,van,290,790,2022,in repair
Colt,truck,420,"2,400",2019,active
Dray,truck,n/a,"3,100",2023,active
Finch,car,450,310,2024,sold
`;
const YEARS = `| Region | Revenue 2023 (EUR m) | Revenue 2024 (EUR m) |
|---|---|---|
| North | 40.0 | 41.2 |
| South | 59.5 | 58.7 |
`;
const BY_YEAR = `| Year | Revenue (EUR m) |
|---|---|
| 2023 | 40.0 |
| 2024 | 50.0 |
| 2025 | 45.0 |
`;
const BY_MONTH = `| Month | Visitors |
|---|---|
| March | 100 |
| April | 200 |
| May | 150 |
`;
const MEASURES = `| Region | Revenue 2024 | Profit 2024 |
|---|---|---|
| North | 41.2 | 3.1 |
`;
const LIFTS = '| Station | Opened |\n|---|---|\n| Gipfel | 1965-07-01 |\n| Mitte | 15.12.1958 |\n';
const LAMP = 'Product: Halo lamp\nPrice: 49 EUR\nPower: 9 W\nDimmable: yes\n';

const WATCHES = `| Feature | Ridge 2 | Ridge 2 Pro | Vela S |
|---|---|---|---|
| Battery life (days) | 12 | 9 | 14 |
| GPS | No | Yes | No |
| Weight (g) | 38 | 46 | 31 |
`;
const LEAGUE = `Northern League standings

| Pos | Team | Pld | W | L | Pts |
|---|---|---|---|---|---|
| 1 | Harwick Town | 22 | 15 | 3 | 49 |
| 2 | Selby Rovers | 22 | 14 | 4 | 47 |
| 3 | Alder United | 22 | 12 | 7 | 39 |
`;
const HALLS = `Rent per month, in euros

| Hall | Single room | Double room | Distance to campus |
|---|---|---|---|
| Ash | 1,140 | 1,560 | 1.2 km |
| Birch | 905 | 1,210 | 300 m |
| Cedar | 870 | 1,340 | 2 km |
`;
const TEAMS = `Department,2021,2022,2023,Vacancies
Editing,31,29,35,0
Print,64,78,91,6
Web,25,22,24,2
`;
const ARMS = `| Arm | Patients | Responders |
|---|---|---|
| A | 121 | 46 |
| B | 119 | 58 |
`;
const GOALS = `| Club | W | L | GA |
|---|---|---|---|
| Ashby | 5 | 7 | 31 |
| Wendle | 8 | 8 | 29 |
`;
const EVENTS = `Number of patients (%)

| Event | Placebo (n = 210) | 20 mg (n = 212) |
|---|---|---|
| Headache | 21 (10.0%) | 34 (16.0%) |
| Nausea | 9 (4.3%) | 40 (18.9%) |
`;
const SALES = `| | Net sales | | Margin | |
| Region | 2022 | 2023 | 2022 | 2023 |
| EMEA | 2.7 | 2.6 | 9.8% | 8.2% |
| Asia | 1.8 | 2.1 | 17.4% | 16.9% |
`;
const ENERGY = `Electricity by source, TWh

| Source | 2015 | 2020 | Share 2020 |
|---|---|---|---|
| Wind | 40 | 75 | 24% |
| Nuclear | 70 | 50 | 16% |
`;

const STOCK = `Description | Quantity | Reorder level | Planned | Delivered
Hex bolt | 1,240 | 500 | 2024-02-15 | 2024-02-20
Washer | 310 | 400 | 2024-04-30 | 2024-04-26
`;
const PLANS = `| Plan | Price | Single sign-on | Seats | Change in seats |
|---|---|---|---|---|
| Starter | $0 | No | 0 | +4 |
| Team | $12 | Yes | 12 | -2 |
`;
const WEATHER = `Station | Jan mean (°C) | Jul mean (°C)
Kiruna | -12.8 | 13.6
Malmo | 0.9 | 18.2
`;
const STAFF = `Department | Headcount
Sales | 64
Support | 27
Finance | 11
`;

const BRANCHES = `| Branch | Country | Sells | Staff |
|---|---|---|---|
| Pisa | Italy | Bread | 12 |
| Malaga | Spain | Fish | 30 |
| Lugano | Ticino, Switzerland | Fruit | 8 |
`;
const MADE = `| Product | Material | Made in | Price |
|---|---|---|---|
| Chair | Oak | Poland | 120 |
| Table | Walnut | Italy | 480 |
`;
const FLOWS = `Cash flows, USD thousand

| | 2023 | 2024 |
|---|---|---|
| Net cash used in investing activities | (12,115) | (11,840) |
| Dividends paid | (8,400) | (9,000) |
| Net change in cash | 18,390 | 20,380 |
`;
const HOMES = `Households by size (thousands)

| Area | One person | Average size |
|---|---|---|
| Urban | 412 | 2.09 |
| Rural | 120 | 2.61 |
`;
const UNITS = `Segments (EUR million)

| Segment | Sales 2023 | Operating income 2022 | Operating income 2023 |
|---|---|---|---|
| Packs | 500 | 149 | 136 |
| Labels | 310 | 80 | 74 |
| Films | 90 | 9 | (12) |
`;
const SAFETY = `| | Drug (n=212) | Placebo (n=105) |
|---|---|---|
| Serious events, n (%) | 9 (4.2) | 5 (4.8) |
| Age, years, mean (SD) | 58.3 (9.1) | 57.0 (8.8) |
`;
const JOBLESS = `Unemployment rate by region

| Region | 2021 | 2022 |
|---|---|---|
| Coast | 8.2 | 7.1 |
| Hills | 3.7 | 3.2 |
`;
const BOATS = `| Departs | Arrives | Days |
|---|---|---|
| 06:40 | 07:25 | Mon-Fri |
| 09:15 | 10:00 | daily |
`;

const computedOf = (claim: string, source: string) => tableClaim(readSurface(claim), tablesIn(source));

const CASES: Readonly<
  Record<string, readonly (readonly [source: string, claim: string, stance: string | undefined])[]>
> = {
  'a cell with the unit of its head': [
    [REGIONS, 'The West region had revenue of EUR 61.0 million in 2024.', 'for'],
    [REGIONS, 'The South region had 430 employees.', 'against'],
    [REGIONS, 'Revenue in West exceeded 60 million euros.', 'for'],
    [REGIONS, 'North had 310 employees and 23 stores.', 'against'],
    [INCOME, 'Revenue was EUR 612 million in 2023.', 'against'],
    [INCOME, 'In 2023 there were 1,250 employees.', 'for'],
    [FLEET, 'The Colt has a range of 420 miles.', 'against'],
    [LAMP, 'The Halo lamp costs 49 euros.', 'for'],
    [LAMP, 'The lamp costs 39 euros.', 'against'],
  ],
  'a cell below zero': [
    [REGIONS, 'South grew by 1.4%.', 'against'],
    [REGIONS, 'Revenue in South fell by 1.4%.', 'for'],
    [INCOME, 'Net profit in 2023 was 5 million euros.', 'against'],
  ],
  'a date before 1970': [
    [LIFTS, 'Mitte was opened on 15 December 1958.', 'for'],
    [LIFTS, 'Mitte was opened on 15 November 1958.', 'against'],
    [LIFTS, 'Mitte was opened in 1958.', 'for'],
  ],
  'a cell of words': [
    [REGIONS, 'Ana Ruiz is the manager of the North region.', 'for'],
    [REGIONS, 'Ben Ott manages the North region.', 'against'],
    [FLEET, 'The Finch was sold.', 'for'],
    [FLEET, 'Arbo 2 is active.', 'against'],
  ],
  'a cell of words beside a column of numbers': [
    [BRANCHES, 'The branch Pisa is in Italy.', 'for'],
    [BRANCHES, 'The branch Pisa is in Spain.', 'against'],
    [BRANCHES, 'The branch Pisa is near Spain.', undefined],
    [BRANCHES, 'Pisa imports fish.', undefined],
    [BRANCHES, 'Italy is in Pisa.', undefined],
    [BRANCHES, 'Pisa is above Italy.', undefined],
    [`${BRANCHES}\nPisa was moved to Spain in May.`, 'The branch Pisa is in Spain.', undefined],
    [MADE, 'The chair is made of oak.', undefined],
    [MADE, 'The chair is made in Italy.', 'against'],
  ],
  'the end of a column in a place': [
    [REGIONS, 'Revenue was highest in the West.', 'for'],
    [REGIONS, 'Revenue was highest in the South.', 'against'],
    [REGIONS, 'Growth was strongest in the East.', 'for'],
    [REGIONS, 'Growth was strongest in the West.', 'against'],
    [WATCHES, 'The battery life is longest in the Vela S.', 'for'],
  ],
  'a total, kept apart from rows': [
    [REGIONS, 'Total revenue was EUR 184.8 million.', 'for'],
    [REGIONS, 'The highest revenue was EUR 184.8 million.', 'against'],
    [REGIONS, 'North and East together had 36 stores.', 'for'],
    [REGIONS, 'North and East together had 37 stores.', 'against'],
    [REGIONS, 'On average the regions had 25.5 stores.', 'for'],
  ],
  'a superlative': [
    [REGIONS, 'East grew the fastest of all regions.', 'for'],
    [REGIONS, 'South had the highest revenue.', 'against'],
    [REGIONS, 'West had the second-highest number of employees.', 'for'],
    [REGIONS, 'East has the fewest stores, 14.', 'for'],
    [FLEET, 'The Colt is the oldest vehicle in service.', 'for'],
  ],
  'two rows or two periods': [
    [REGIONS, 'North had more stores than East.', 'for'],
    [REGIONS, 'The South had fewer employees than the North.', 'against'],
    [INCOME, 'Revenue fell in 2024.', 'against'],
    [INCOME, 'Revenue in 2024 was higher than in 2023.', 'for'],
    [INCOME, 'Revenue rose from 540 million in 2023 to 612 million in 2024.', 'for'],
  ],
  'a difference of two cells': [
    [INCOME, 'Revenue rose by EUR 72 million in 2024.', 'for'],
    [INCOME, 'Revenue rose by 13 % in 2024.', 'for'],
    [INCOME, 'Revenue grew by 13.0 % in 2024.', 'against'],
    [INCOME, 'Revenue fell by 13 % in 2024.', 'against'],
    [INCOME, 'The number of employees rose by 60 in 2024.', 'for'],
    [YEARS, 'Revenue in the North grew by 3 percent in 2024.', 'for'],
    [YEARS, 'Revenue in the North grew by 5 percent in 2024.', 'against'],
    [YEARS, 'Revenue in the South fell by 0.8 million euros from 2023 to 2024.', 'for'],
    [REGIONS, 'South has 145 more employees than North.', 'for'],
    [REGIONS, 'Revenue in West was 48 % higher than in North.', 'for'],
    [REGIONS, 'Revenue in North was 48 % lower than in West.', 'against'],
  ],
  'a count': [
    [REGIONS, 'Two regions have more than 400 employees.', 'for'],
    [REGIONS, 'Three regions have more than 400 employees.', 'against'],
    [REGIONS, 'The table lists four regions.', 'for'],
    [FLEET, 'Two of the vehicles are trucks.', 'for'],
  ],
  'all, none and only': [
    [REGIONS, 'All regions grew.', 'against'],
    [REGIONS, 'Every region has at least 14 stores.', 'for'],
    [REGIONS, 'No region has fewer than 10 stores.', 'for'],
    [REGIONS, 'Only South declined.', 'for'],
    [FLEET, 'All trucks are active.', 'for'],
    [FLEET, 'Both vans are active.', 'against'],
  ],
  'a table whose columns are what a claim is about': [
    [WATCHES, 'The Vela S is the lightest of the three.', 'for'],
    [WATCHES, 'The Ridge 2 Pro weighs 38 g.', 'against'],
    [WATCHES, 'Neither the Ridge 2 nor the Vela S has GPS.', 'for'],
    [WATCHES, 'Both the Ridge 2 and the Ridge 2 Pro have GPS.', 'against'],
    [EVENTS, 'Headache was the most common event on placebo.', 'for'],
  ],
  'a column that is abbreviated, or told by a unit': [
    [LEAGUE, 'Alder United lost seven matches.', 'for'],
    [LEAGUE, 'Harwick Town leads with 49 points.', 'for'],
    [LEAGUE, 'Harwick Town leads with 49.', 'for'],
    [LEAGUE, 'Alder United came last with 39 points.', undefined],
    [LEAGUE, 'Selby Rovers have 49 points.', 'against'],
    [LEAGUE, 'Alder United finished second.', 'against'],
    [EVENTS, 'Nausea occurred in 18.9% of the patients on 20 mg.', 'for'],
    [SALES, 'EMEA ended 2023 with a margin of 9.8%.', 'against'],
    [ENERGY, 'Wind generated 75 TWh in 2020.', 'for'],
    [ENERGY, 'Wind had a share of 16% in 2020.', 'against'],
  ],
  'how many times as much': [
    [REGIONS, 'West has more than twice as many employees as East.', 'for'],
    [REGIONS, 'South has three times as many stores as East.', 'against'],
    [REGIONS, 'East has less than a third of the employees of South.', 'against'],
    [ENERGY, 'Wind almost doubled between 2015 and 2020.', 'for'],
  ],
  'a change over time in rows': [
    [BY_YEAR, 'Revenue grew by 25 % from 2023 to 2024.', 'for'],
    [BY_YEAR, 'Revenue grew by 25 % between 2023 and 2024.', 'for'],
    [BY_YEAR, 'Revenue grew by 30 % from 2023 to 2024.', 'against'],
    [BY_YEAR, 'Revenue fell by 25 % from 2023 to 2024.', 'against'],
    [BY_YEAR, 'Revenue grew by 25 % in 2024.', 'for'],
    [BY_YEAR, 'Revenue grew 25 % in 2024.', 'for'],
    [BY_YEAR, 'Revenue rose about 40 % in 2024.', 'against'],
    [BY_YEAR, 'Exports made up 40 % of revenue in 2024.', undefined],
    [REGIONS, 'The revenue of North and South differs by 42 %.', undefined],
    [BY_YEAR, 'Revenue grew by 10 million euros in 2024.', 'for'],
    [BY_YEAR, 'Revenue fell by 5 million euros from 2024 to 2025.', 'for'],
    [BY_YEAR, 'Revenue grew by 5 million euros in 2025.', 'against'],
    [BY_MONTH, 'Visitors doubled between March and April.', 'for'],
    [BY_MONTH, 'Visitors halved between March and April.', 'against'],
    [BY_MONTH, 'Visitors grew by 100 % from March to April.', 'for'],
    [BY_MONTH, 'Visitors fell by 25 % from April to May.', 'for'],
    [BY_MONTH, 'April had twice as many visitors as March.', 'for'],
  ],
  'several rows, and all others': [
    [REGIONS, 'West had more stores than North and East.', 'for'],
    [REGIONS, 'North had more stores than East and South.', 'against'],
    [REGIONS, 'No region had more stores than West.', 'for'],
    [INCOME, 'Revenue peaked in 2023.', 'against'],
    [INCOME, 'Revenue rose to 612 million euros in 2024.', 'for'],
    [INCOME, 'Revenue fell to 612 million euros in 2024.', undefined],
    [INCOME, 'Cost of sales fell to 360 million euros in 2024.', undefined],
    [INCOME, 'Cost of sales rose to 360 million euros in 2024.', 'for'],
    [REGIONS, 'North had 12 vacant posts.', undefined],
    [INCOME, 'Revenue rose 612 million euros in 2024.', undefined],
    [BY_YEAR, 'Revenue rose 10 million euros in 2024.', undefined],
  ],
  'what a table leaves open': [
    [INCOME, 'Revenue was 540 million.', 'open'],
    [FLEET, 'The Dray has a range of 380 km.', 'open'],
  ],
  'amounts in brackets, and in thousands': [
    [FLOWS, 'Net cash used in investing activities rose to 11.8 million dollars in 2024.', undefined],
    [FLOWS, 'Dividends of 9 million dollars were paid in 2024.', 'for'],
    [FLOWS, 'Dividends of 9 thousand dollars were paid in 2024.', 'against'],
    [HOMES, 'In rural areas 120 households had one person.', undefined],
    [HOMES, 'In urban areas 412 thousand households had one person.', 'for'],
  ],
  'a loss, which is no decline': [
    [UNITS, 'Films was the only segment with an operating loss in 2023.', undefined],
    [UNITS, 'Labels made an operating loss in 2023.', undefined],
    [UNITS, 'Operating income of Labels fell in 2023.', 'for'],
  ],
  'a change and the level after it': [
    [INCOME, 'Revenue increased by 13 million euros to 612 million euros in 2024.', undefined],
    [LEAGUE, 'Harwick Town won the league two points ahead of Selby Rovers.', undefined],
  ],
  'a number with its share': [
    [SAFETY, '9% of the patients on the drug had serious events.', undefined],
    [SAFETY, '4.2% of the patients on the drug had serious events.', 'for'],
    [SAFETY, 'Serious events were more frequent with the drug than with placebo.', 'open'],
    [SAFETY, 'The mean age on placebo was 8.8%.', undefined],
  ],
  'a rate, which counts nobody': [
    [JOBLESS, 'More people were unemployed on the Coast than in the Hills in 2022.', undefined],
    [JOBLESS, 'The unemployment rate in 2022 was higher on the Coast than in the Hills.', 'for'],
  ],
  'an order, which no cell gives': [[BOATS, 'The first daily boat departs at 6:40.', undefined]],
  'two columns of a row': [
    [STOCK, 'The hex bolt is below its reorder level.', 'against'],
    [STOCK, 'The washer is below its reorder level.', 'for'],
    [STOCK, 'The hex bolt was delivered five days later than planned.', 'for'],
    [STOCK, 'The washer was delivered later than planned.', 'against'],
    [YEARS, 'Revenue in the South fell between 2023 and 2024.', 'for'],
  ],
  'what a row has or lacks': [
    [PLANS, 'The Team plan includes single sign-on.', 'for'],
    [PLANS, 'The Starter plan includes single sign-on.', 'against'],
    [PLANS, 'There are no seats in Starter.', 'for'],
    [PLANS, 'There are no seats in Team.', 'against'],
    [PLANS, 'Starter gained four seats.', 'for'],
    [PLANS, 'Team lost three seats.', 'against'],
    [PLANS, 'Two plans have no seats.', 'against'],
    ['Display: no\nCase: metal\n', 'The display keeps working.', undefined],
    [
      'Volume: 55 liters\nMachine washable: no\nWarranty: 5 years\n',
      'The backpack has no laptop compartment.',
      undefined,
    ],
  ],
  'other words for a column or a comparison': [
    [WEATHER, 'Kiruna was colder than Malmo in January.', 'for'],
    [WEATHER, 'The mean in Kiruna in January is -12.8 °C.', 'for'],
    [WEATHER, 'Kiruna was warmer than Malmo.', 'against'],
    [STAFF, 'The company has 102 employees.', 'for'],
    [STAFF, 'Sales has more employees than Support and Finance combined.', 'for'],
    [STAFF, 'Only two departments have more than 20 employees.', 'for'],
  ],
  'a currency that is a word': [
    [HALLS, 'A double room in Birch costs 1,210 euros.', 'for'],
    [HALLS, 'A double room costs more in Birch than in Ash.', 'against'],
    [HALLS, 'Ash is the cheapest hall for a single room.', 'against'],
  ],
  'a comparative that is made of its adjective': [
    [HALLS, 'Ash is closer to the campus than Birch.', 'against'],
    [HALLS, 'Ash is nearer to the campus than Cedar.', 'for'],
  ],
  'a comparison of something that the table does not have': [
    [TEAMS, 'Print pays better than Web.', undefined],
    [TEAMS, 'Web pays better than Print.', 'against'],
    [ARMS, 'More patients responded to A than to B.', undefined],
    [ARMS, 'A had more responders than B.', 'against'],
    [GOALS, 'Ashby lost more games than Wendle.', 'against'],
    [GOALS, 'Ashby lost fewer games than Wendle.', 'for'],
  ],
  'a change in each of several periods': [
    [YEARLY, 'Revenue rose every year.', 'for'],
    [YEARLY, 'Costs rose every year.', 'against'],
    [YEARLY, 'Revenue has risen in each year since 2021.', 'for'],
    [YEARLY, 'Costs fell every year from 2020 to 2022.', 'against'],
    [YEARLY, 'Costs rose almost every year.', undefined],
    [YEARLY, 'Revenue got higher from year to year.', 'for'],
    [YEARLY, 'Revenue got better every year.', undefined],
    [YEARLY, 'Costs rose every second year.', undefined],
    [YEARLY, 'Revenue was higher than costs every year.', undefined],
    [YEARLY, 'Revenue grew faster every year.', undefined],
    [YEARLY, 'Revenue rose every quarter.', undefined],
  ],
  'two rows of names above a rule': [
    [INCOME_IN_TWO_ROWS, 'Operating profit was EUR 286 million in 2024.', 'for'],
    [INCOME_IN_TWO_ROWS, 'Operating profit was EUR 213 million in 2024.', 'against'],
    [INCOME_IN_TWO_ROWS, 'Operating profit rose to EUR 286 million in 2024 from EUR 213 million in 2023.', 'for'],
    [INCOME_IN_TWO_ROWS, 'Operating profit fell to EUR 286 million in 2024 from EUR 213 million in 2023.', undefined],
  ],
  'a column named by a sign, of the column before it': [
    [ELECTION, 'Labour lost two seats.', 'for'],
    [ELECTION, 'Labour gained two seats.', 'against'],
    [ELECTION, 'Labour won 14 seats.', 'for'],
    [ELECTION, 'Union received 38.4% of the votes.', 'for'],
    [ELECTION, 'Labour received 38.4% of the votes.', 'against'],
    [GOAL_DIFFERENCES, 'Ajax gained 12 places.', undefined],
    [GROWING, 'Ada has 4% of the population.', undefined],
  ],
  'the share of a row': [
    [ELECTION, 'Union holds 39.5% of the seats.', 'for'],
    [ELECTION, 'Union holds 38.4% of the seats.', 'against'],
    [ELECTION, 'Union won an absolute majority of the 43 seats.', 'against'],
    [ELECTION, 'Union won a majority of the 34 seats.', undefined],
    [ELECTION, 'Union won a majority of the seats in the capital.', undefined],
    [TOWNS, 'Merano has more than half of the population.', 'against'],
    [TOWNS, 'Tallis has less than half of the population.', 'for'],
    [ELECTION.replace('| 43 |', '| 34 |'), 'Union won a majority of the seats.', 'against'],
    [GROUPS, 'Adults are a majority of the members.', undefined],
    [TOWNS, 'Merano has 32% of the population.', undefined],
    [TOWNS, 'Merano has more than a quarter of the population.', undefined],
  ],
  'the oldest by years of which some are read as numbers': [
    [SCHOOLS, 'Bologna is the oldest university.', 'for'],
    [SCHOOLS, 'Yale is the oldest university.', 'against'],
    [SCHOOLS, 'Harvard is older than Yale.', 'for'],
    [SCHOOLS, 'Harvard is older than Bologna.', 'against'],
  ],
  'words of two rows': [
    [TRAINS, 'VyTog runs the train to Bergen.', undefined],
    [PERSONS, 'Two people work in Engineering.', 'for'],
    [PERSONS, 'Ruth Adler is in the Engineering department.', 'against'],
    [PERSONS, 'Ben Ito is in the Engineering department.', 'for'],
  ],
  'the strongest growth, from two columns of years': [
    [PRODUCTS, 'Sales of lamps fell the most.', 'for'],
    [PRODUCTS, 'The biggest decline was in chairs.', 'against'],
    [PRODUCTS, 'Growth was strongest for tables.', undefined],
    [PRODUCTS, 'Growth was strongest for chairs.', 'against'],
    [PRODUCTS.replace('| Stools | 4 | 5 |\n', ''), 'Growth was strongest for tables.', 'for'],
    [PRODUCTS.replace('| Stools | 4 | 5 |\n', ''), 'Growth was strongest for chairs.', 'against'],
    [PRODUCTS, 'Tables have the strongest growth potential.', undefined],
    [PRODUCTS, 'Chairs had the second strongest growth.', undefined],
    [PRODUCTS, 'Sales of lamps fell the most in 2022.', undefined],
    [SLOW, 'Chairs grew the most.', undefined],
    [SLOW, 'Tables grew the most.', undefined],
    [SLOW, 'Lamps grew the most.', 'against'],
    [SLOW, 'Chairs had the strongest growth in 2023.', undefined],
  ],
  'a price with tax, and one without': [
    [TAXED, 'Crew costs €59.50 a month including VAT.', 'for'],
    [TAXED, 'Crew costs €50 a month including VAT.', 'against'],
    [TAXED, 'Solo costs €20 a month excluding VAT.', 'for'],
    [TAXED, 'Crew costs €59.50 a month including shipping.', 'open'],
    [TAXED, 'Crew costs €50 a month.', 'open'],
  ],
  'about half': [
    [PLANTS, 'Alpha more than halved between 2010 and 2020.', 'for'],
    [PLANTS, 'Beta more than halved between 2010 and 2020.', 'against'],
    [PLANTS, 'Beta nearly halved between 2010 and 2020.', 'for'],
    [PLANTS, 'Alpha halved between 2010 and 2020.', undefined],
  ],
  'a value of something else': [
    [TOWNS, 'The island of Tallis has a population of 4,000.', undefined],
    [TOWNS, 'Tallis has a population of 4,000.', 'against'],
    [TOWNS, 'Sunny Tallis has a population of 4,000.', 'against'],
  ],
  'a quarter among rows of quarters': [
    ['Quarter | Revenue\nFirst | 40\nSecond | 45\n', 'Revenue was 45 in the second quarter.', 'for'],
    ['Quarter | Revenue\nFirst | 40\nSecond | 45\n', 'Revenue was 45 in the first quarter.', 'against'],
    [PRICES, 'Prices in Old Town peaked in the third quarter.', 'against'],
    [
      'Team | First quarter | Second quarter\nLions | 10 | 22\nBears | 12 | 8\n',
      'The Bears were ahead after the first quarter.',
      undefined,
    ],
  ],
  'rows that a cell of the claim chooses': [
    [CITIES, 'All cities in the North have a rate below 6%.', 'for'],
    [CITIES, 'All cities in the South have a rate below 6%.', 'against'],
    [CITIES, 'Only Dux in the South has a rate above 6.5%.', 'for'],
    [CITIES, 'All cities in the South have more than 300 jobs.', 'open'],
    [CITIES, 'Dux has the most jobs.', 'open'],
    [CITIES, 'Bex has the highest share of free flats.', 'against'],
  ],
  'an end of a column in other words': [
    [PARTS, 'No other part has as many copies as the gear.', 'for'],
    [PARTS, 'No other part has as many copies as the nut.', 'against'],
    [PARTS, 'The gear is the heaviest.', 'for'],
    [PARTS, 'The bolt lasts the longest.', undefined],
  ],
  'the only column, of another quantity in the same unit': [
    ['Truck | Maximum load\nFuso | 9000 kg\nIsuzu | 7000 kg\n', 'The Fuso is the heaviest.', undefined],
    ['Truck | Maximum load\nFuso | 9000 kg\nIsuzu | 7000 kg\n', 'The Fuso is heavier than the Isuzu.', undefined],
    ['Truck | Mass\nFuso | 9000 kg\nIsuzu | 7000 kg\n', 'The Fuso is the heaviest.', 'for'],
    ['Bridge | Height\nAlma | 40 m\nBern | 30 m\n', 'The Alma bridge is the longest.', undefined],
    ['Pump | Last inspection\nPump A | 2020-01-05\nPump B | 2022-03-04\n', 'Pump A is the oldest.', undefined],
  ],
  'a word after all numbers of a column': [
    ['Company | Users\nAcme | 5 million\nBolt | 7 million\n', 'Acme had 5 million users.', 'for'],
    ['Company | Users\nAcme | 5 million\nBolt | 7 million\n', 'Acme had 5 users.', 'against'],
    ['Company | Users\nAcme | 5k\nBolt | 7k\n', 'Acme had 5,000 users.', 'for'],
    ['Company | Users\nAcme | 5k\nBolt | 7k\n', 'Acme had 5 users.', 'against'],
    ['Device | Level\nFan | 72 dB\nPump | 60 dB\n', 'The fan makes 72 W.', undefined],
    ['City | Hotels and restaurants\nOslo | 3 restaurants\nBergen | 5 restaurants\n', 'Oslo has 3 hotels.', undefined],
    ['City | Hotels and restaurants\nOslo | 3 restaurants\nBergen | 5 restaurants\n', 'Oslo has 3 restaurants.', 'for'],
  ],
  'a rate that the heads name, and another one': [
    ['Plan | Price per month\nBasic | $29\nPro | $49\n', 'Basic costs $29 a month.', 'for'],
    ['Plan | Price per month\nBasic | $29\nPro | $49\n', 'Basic costs $29 a year.', undefined],
    ['Plan | Monthly price\nBasic | 29\nPro | 49\n', 'Basic costs 29 dollars per month.', 'for'],
    ['Plan | Monthly price\nBasic | 29\nPro | 49\n', 'Basic costs 29 dollars per year.', undefined],
    ['Plan | Price\nBasic | $29\nPro | $49\n', 'Basic costs $29 a year.', undefined],
  ],
  'a number of four digits among others': [
    [PARTS, 'There are 1,990 copies of the bolt.', 'for'],
    [PARTS, 'There are 1,991 copies of the bolt.', 'against'],
  ],
  'names that differ by "without"': [
    [SPENDING, 'Owners without a mortgage spend less on food than owners with a mortgage.', 'for'],
    [SPENDING, 'Owners with a mortgage spend $610 a month on food.', 'against'],
  ],
  'a column of one thing and year': [
    [SEGMENTS, 'Net sales in Asia rose to $4.0 billion in 2023.', 'for'],
    [SEGMENTS, 'Europe has the higher margin in 2023.', undefined],
  ],
  'the row of a cell': [
    [ARTICLES, 'Anchor plates are kept in bin C-02.', 'against'],
    [ARTICLES, 'Two articles are below their reorder level.', 'for'],
    [ARTICLES, 'Anchor plates, kept in bin A-04, have a quantity of 85.', undefined],
    [PER_HEAD, 'In 2024 doctors on the coast wrote 7,200 prescriptions.', undefined],
  ],
  'a column that the table lacks, of two that it has': [
    [FERRY_RESULTS, 'Salvage made an operating loss in 2023.', 'for'],
    [FERRY_RESULTS, 'Ferries made an operating loss in 2023.', 'against'],
    [FERRY_RESULTS, 'Ferries had the largest operating profit in 2023.', 'for'],
    [FERRY_RESULTS, 'Leasing had the largest operating profit in 2023.', 'against'],
    [FERRY_RESULTS, 'Ferries had the largest net profit in 2023.', undefined],
    [FERRY_RESULTS, 'In 2023 Leasing earned NOK 5.5 million of revenue per employee.', 'for'],
    [FERRY_RESULTS, 'In 2023 Leasing earned NOK 4.5 million of revenue per employee.', 'against'],
    [STANDINGS_OF_THREE, 'Castle scored 1.5 goals per game.', 'for'],
    [STANDINGS_OF_THREE, 'Castle conceded 1.5 goals per game.', 'against'],
    [STANDINGS_OF_THREE, 'Brook had the best goal difference.', 'against'],
    [ENERGY_USE, 'Tower B used 90 kWh of electricity per square metre.', 'for'],
    [ENERGY_USE, 'Tower A used 240 kWh of electricity per square metre.', 'against'],
  ],
  'no such column': [
    [COURSES, 'The fee of Dance is 50 euros per participant.', 'open'],
    [COURSES, 'Yoga takes in 45 euros per participant.', undefined],
    [FUNDS, 'Relief is a non-profit with 3,000 donors.', 'for'],
    [FUNDS, 'Relief has 400 donors per million inhabitants.', 'against'],
    [FUNDS, 'Relief has 600 donors per million inhabitants.', 'for'],
  ],
  'more or fewer than any other, of two that are equal': [
    [STANDINGS_OF_THREE, 'Alder lost fewer games than any other team.', 'against'],
    [STANDINGS_OF_THREE, 'Brook lost fewer games than any other team.', 'against'],
  ],
  'how long it is from one time to another': [
    [BUS_TIMES, 'Bus 1 takes 48 minutes from the Harbour to the Airport.', 'for'],
    [BUS_TIMES, 'The first bus takes 48 minutes from the Harbour to the Airport.', 'for'],
    [BUS_TIMES, 'Bus 2 takes 48 minutes from the Harbour to the Airport.', 'against'],
    [BUS_TIMES, 'Bus 2 takes longer from the Harbour to the Airport than Bus 1.', 'for'],
    [BUS_TIMES, 'Bus 1 takes longer from the Harbour to the Airport than Bus 2.', 'against'],
    [BUS_TIMES, 'Bus 2 takes longer than Bus 1.', undefined],
    [RACE_TIMES, 'Tigist Alemu finished 46 seconds behind the winner.', 'for'],
    [RACE_TIMES, 'Tigist Alemu finished 56 seconds behind the winner.', 'against'],
    [RACE_TIMES, 'Tigist Alemu finished less than a minute behind Ines Moreau.', 'for'],
    [RACE_TIMES, 'Tigist Alemu finished less than half a minute behind Ines Moreau.', 'against'],
    [RACE_TIMES, 'Karin Holst was faster than Tigist Alemu.', 'against'],
  ],
  'a range of normal values': [
    [LAB_REPORT, 'The hemoglobin is below the reference range.', 'for'],
    [LAB_REPORT, 'Potassium was 5.4 mmol/L, which is above the normal range.', 'for'],
    [LAB_REPORT, 'Potassium was 5.2 mmol/L, which is above the normal range.', 'against'],
    [LAB_REPORT, 'The sodium level is too high.', 'against'],
    [LAB_REPORT, 'Potassium is above the permitted range.', 'for'],
    [LAB_REPORT, 'Two of the three tests are outside their reference range.', 'for'],
    [LAB_REPORT, 'Two of the three tests are within their reference range.', 'against'],
    [LAB_REPORT, 'The sodium level is too high for athletes.', undefined],
  ],
  'all of so many, and the sides of a comparison': [
    [WITH_GROUP, 'All three units increased their sales in 2022.', undefined],
    [ROOM_RATES, 'A suite is more than twice as expensive as a single room in the low season.', undefined],
  ],
  'every one of the periods of a year': [
    [SUBSCRIBERS, 'Plus grew in every quarter of 2024.', 'for'],
    [SUBSCRIBERS, 'Basic grew in every quarter of 2024.', 'against'],
  ],
  'what a table does not settle': [
    [REGIONS, 'West had 430 full-time employees.', undefined],
    [REGIONS, 'West had 430 employees in 2023.', undefined],
    [REGIONS, 'West may have 430 employees.', undefined],
    [REGIONS, 'West had the most stores but the fewest employees.', undefined],
    [REGIONS, 'Most employees in West had the highest growth.', undefined],
    [REGIONS, 'West hired 45 people more than South.', undefined],
    [INCOME, 'Exports rose by 72 million in 2024.', undefined],
    [MEASURES, 'Revenue in the North grew by 3 percent in 2024.', undefined],
    [LAMP, 'The Halo lamp has a touchscreen.', undefined],
    ['Display: no\nCase: metal\n', 'The display keeps working at 70 °C.', undefined],
    ['The West region has 430 employees.', 'West has 430 employees.', undefined],
  ],
};

describe.each(Object.entries(CASES))('%s', (_, cases) => {
  it.each(cases)('%#: %s %s', (source, claim, stance) => {
    expect(computedOf(claim, source)?.stance).toBe(stance);
  });
});

describe('what decided', () => {
  it('is the row, with its cell and the number of the claim', () => {
    const claim = 'The South region had 430 employees.';
    const found = computedOf(claim, REGIONS)!;
    expect(found).toMatchObject({ operation: 'cell', result: '455' });
    expect(found.places.map(({ start, end }) => REGIONS.slice(start, end))).toEqual([
      '| South | 58.7 | -1.4% | 455 | 31 | Ben Ott |',
    ]);
    expect(found.operands.map(({ start, end }) => REGIONS.slice(start, end))).toEqual(['455']);
    expect(claim.slice(found.found!.start, found.found!.end)).toBe('430');
  });

  it('is a formula with its operands', () => {
    const found = computedOf('Revenue rose by 13 % in 2024.', INCOME)!;
    expect(found).toMatchObject({ operation: 'percentage_change', formula: '(612 - 540) / 540 = 13.3333 %' });
    expect(found.operands.map(({ start, end }) => INCOME.slice(start, end))).toEqual(['612', '540']);
  });

  it('is a reason where a head is ambiguous or a cell is no number', () => {
    expect(computedOf('Revenue was 540 million.', INCOME)?.reason).toBe('ambiguous_reference');
    expect(computedOf('The Dray has a range of 380 km.', FLEET)?.reason).toBe('not_settled');
  });

  it('is no column of other things, though the table has one with numbers', () => {
    const clubs = '| Club | Members | Chair |\n|---|---|---|\n| Rowing | 88 | Lena Orth |\n| Chess | 31 | Bo Falk |\n';
    const towns = '| Town | Population |\n|---|---|\n| Oslo | 709,000 |\n| Bergen | 291,000 |\n';
    const stanceOf = (claim: string, table: string) => computedOf(claim, table)?.stance;
    expect(stanceOf('The Rowing club has a debt of 5400.', clubs)).toBeUndefined();
    expect(stanceOf('The Chess club has 3 boats.', clubs)).toBeUndefined();
    expect(stanceOf('Oslo has 3 airports.', towns)).toBeUndefined();
    expect(stanceOf('The Rowing club has 70 members.', clubs)).toBe('against');
    expect(stanceOf('Oslo has 609,000 residents.', towns)).toBe('against');
  });

  it('needs the model where the claim has a word that the table lacks', () => {
    expect(computedOf('The South kept 455 employees.', REGIONS)).toMatchObject({ stance: 'for', isWhole: false });
    const calls = 'Region | Sales calls\nNorth | 500\nSouth | 300\n';
    expect(computedOf('The revenue of North was 500.', calls)).toMatchObject({ stance: 'for', isWhole: false });
    expect(computedOf('The South had 455 employees.', REGIONS)).toMatchObject({ stance: 'for', isWhole: true });
  });
});

describe('nothing is settled', () => {
  const rates =
    'City | Region | Rate\nAda | North | 5.1 %\nBex | North | 4.0 %\nCam | South | 6.3 %\nDux | South | 7.0 %\n';
  const term = 'Plan | Price for 6 months\nBasic | $120\nPlus | $180\n';
  const bridges = 'Bridge | Height\nAlma | 40 m\nBern | 30 m\n';
  const copies = 'Part | Copies\nGear | 12\nNut | 10\n';

  it.each([
    ['rows outside what is named', 'All cities not in the North have a rate below 6%.', rates],
    ['rows other than those that are named', 'All cities other than those in the North have a rate below 6%.', rates],
    ['not all rows', 'Not all cities in the North have a rate below 5%.', rates],
    ['a rate by a price for a time', 'Basic costs $120 a month.', term],
    ['a length by heights', 'The Alma bridge is 10 m longer than the Bern bridge.', bridges],
    ['twice as many as any other', 'No other part has twice as many copies as the nut.', copies],
  ])('of %s: %s', (_, claim, table) => {
    expect(computedOf(claim, table)?.stance).toBeUndefined();
  });

  it('but what the table says of them', () => {
    expect(computedOf('All cities in the North have a rate below 6%.', rates)?.stance).toBe('for');
    expect(computedOf('The Alma bridge is 10 m higher than the Bern bridge.', bridges)?.stance).toBe('for');
    expect(computedOf('The gear has 12 copies.', copies)?.stance).toBe('for');
  });
});

describe('a claim that asks for a value, by its place in a table', () => {
  const prose = `Passwords: ${'these need not be changed '.repeat(5)}\nPrinters: ${'these are left out of the rule '.repeat(5)}\n`;

  it.each([
    ['West hired 45 people.', REGIONS, '| South', true],
    ['West had better managers than South.', REGIONS, '| South', true],
    ['Dan Wu cannot leave the West.', REGIONS, '| South', true],
    ['Dan Wu manages the West.', REGIONS, '| South', false],
    ['West hired 45 people.', REGIONS, 'Regional', false],
    ['Both rules have 2 exceptions.', prose, 'Printers', false],
  ])('%s', (claim, text, words, expected) => {
    const start = text.indexOf(words);
    const places = [{ start, end: start + words.length }];
    expect(asksOfTable(readSurface(claim), tablesIn(text), places)).toBe(expected);
  });
});

describe('the words of a claim and the columns of a table', () => {
  const EXPORTS =
    '| Firm (in EUR million) | 2022 | 2023 |\n|---|---|---|\n| Alba | 412.5 | 398.0 |\n| Boro | 187.2 | 201.9 |\n';
  const DISTRICTS = 'District | Area | Inhabitants\nNorth | 2.1 | 11,300\nSouth | 4.8 | 24,900\n';
  const SHOP = '| Product | Price | In stock |\n|---|---|---|\n| Atlas | 29 | 0 |\n| Globe | 79 | 3 |\n';
  const TRAINS =
    'Line | From | To | Departs | Arrives\n14 | Bern | Biel | 08:12 | 08:41\n15 | Bern | Olten | 08:31 | 08:58\n';
  const MONTHS = '| Month | Visitors |\n|---|---|\n| April | 1,240 |\n| May | 1,510 |\n| June | 2,030 |\n';
  it.each([
    ['In 2023 Boro had 201.9 million euros.', EXPORTS, 'for'],
    ['In 2023 Boro had 201.9 thousand euros.', EXPORTS, 'against'],
    ['North is the most densely populated district by inhabitants.', DISTRICTS, undefined],
    ['The atlas is out of stock.', SHOP, 'for'],
    ['The globe is out of stock.', SHOP, 'against'],
    ['The train to Olten arrives at 8:31.', TRAINS, 'against'],
    ['The train to Olten arrives at 8:58.', TRAINS, 'for'],
    ['4,780 people visited in the three months.', MONTHS, undefined],
  ])('%s', (claim, source, expected) => {
    expect(computedOf(claim, source)?.stance).toBe(expected);
  });
});
