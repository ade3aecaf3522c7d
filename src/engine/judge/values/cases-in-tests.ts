/** Claims and passages with what their values come to: `same`, `different` or `absent` for each value that is named. */
export interface Case {
  readonly claim: string;
  readonly passage: string;
  /** By the claim's values in order; `same` and `different` alone stand for all of one value. */
  readonly expected: string;
}

const table = (lines: string): Case[] =>
  lines
    .trim()
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => {
      const [expected = '', claim = '', passage = ''] = line.split(' || ').map((part) => part.trim());
      return { expected, claim, passage: passage.replaceAll('⏎', '\n') };
    });

/** How values are written changes nothing. */
export const WRITINGS = table(`
same || The hall seats 4,000 people. || The hall seats 4000 people.
same || The hall seats 4000 people. || The hall seats 4,000 people.
same || Entry costs 2.50 euros. || Entry costs 2.5 euros.
same || It opened on 3 May 2020. || It opened on May 3, 2020.
same || It opened on May 3, 2020. || It opened on 2020-05-03.
same || It opened on 3rd of May 2020. || It opened on 3 May 2020.
same || Die Halle öffnete am 3. Mai 2020. || Die Halle öffnete am 03.05.2020.
same || The office opened on 5 June. || The office opened on June 5th.
same || La salle compte 1 234 places. || La salle compte 1234 places.
same || Der Saal hat 1.234 Plätze und ist neu. || Der Saal hat 1234 Plätze und ist neu.
same || Der Preis beträgt 1.234,50 Euro und ist fest. || Der Preis beträgt 1234,5 Euro und ist fest.
same || The price is 1'234 CHF. || The price is CHF 1234.
same || The price is $5. || The price is 5 dollars.
same || The price is USD 1,200. || The price is $1200.
same || The fee is 5 euros. || The fee is €5.
same || The fee is £3.50. || The fee is 3.50 pounds.
same || The city has 3.5 million inhabitants. || The city has 3,500,000 inhabitants.
same || The city has 3.5m inhabitants. || The city has 3.5m inhabitants.
same || Revenue was $4.5bn. || Revenue was 4.5 billion dollars.
same || Revenue was $250k. || Revenue was $250,000.
same || The race is 1.5 km long. || The race is 1500 m long.
same || The talk takes 90 minutes. || The talk takes 1.5 hours.
same || The talk takes 90 minutes. || The talk takes 1 hour and 30 minutes.
same || The lease runs for 24 months. || The lease runs for two years.
same || The notice period is 14 days. || The notice period is two weeks.
same || Oven temperature: 212 °F. || Oven temperature: 100 °C.
same || The parcel weighs 2 kg. || The parcel weighs 2,000 g.
same || The parcel weighs 2 kg. || The parcel weighs 4.41 lb.
same || The file has 2 GB. || The file has 2,000 MB.
same || The car reaches 100 km/h. || The car reaches 62 mph.
same || The plot measures 2 hectares. || The plot measures 20,000 square metres.
same || The bottle holds 0.75 litres. || The bottle holds 750 ml.
same || Sales rose 5%. || Sales rose 5 percent.
same || Sales rose five per cent. || Sales rose 5 %.
same || The rate rose by 50 basis points. || The rate rose by 0.5 percentage points.
same || Twelve people came. || 12 people came.
same || A dozen eggs are needed. || 12 eggs are needed.
same || Four thousand people came. || 4,000 people came.
same || Twenty-one ships sailed. || 21 ships sailed.
same || Two hundred and fifty seats are free. || 250 seats are free.
same || Half a million people live there. || 500,000 people live there.
same || Two and a half hours are needed. || 2.5 hours are needed.
same || The meeting starts at 5 pm. || The meeting starts at 17:00.
same || The meeting starts at noon. || The meeting starts at 12:00.
same || The meeting starts at 5:30 p.m. || The meeting starts at 17:30.
same || The museum was founded in the 19th century. || The museum was founded in 1876.
same || The museum was founded in the 1870s. || The museum was founded in 1876.
same || The museum was founded in 1876. || The museum was founded on 4 March 1876.
same || She came third in the race. || She came 3rd in the race.
same || The train needs between 10 and 12 minutes. || The train needs 10–12 minutes.
same || The train needs between 10 and 12 minutes. || The train needs 11 minutes.
same || At least 10 people are needed. || 12 people are needed.
same || About 5 million people live there. || 5,038,000 people live there.
same || Zwei Millionen Menschen leben in der Stadt. || 2.000.000 Menschen leben in der Stadt.
same || Das Buch hat dreihundertfünfzig Seiten und ist neu. || Das Buch hat 350 Seiten und ist neu.
same || Zweiundzwanzig Kinder sind in der Klasse. || 22 Kinder sind in der Klasse.
same || Der Umsatz betrug 3,5 Mio. Euro und stieg. || Der Umsatz betrug 3.500.000 Euro und stieg.
same || Der Umsatz betrug 2 Mrd. Euro und stieg. || Der Umsatz betrug 2 Milliarden Euro und stieg.
same || Le billet coûte deux cents euros pour les adultes. || Le billet coûte 200 € pour les adultes.
same || Il y a quatre-vingt-dix-sept places dans la salle. || Il y a 97 places dans la salle.
same || El libro tiene doscientas cincuenta páginas y es nuevo. || El libro tiene 250 páginas y es nuevo.
same || La ciudad tiene dos millones de habitantes y un puerto. || La ciudad tiene 2.000.000 de habitantes y un puerto.
same || Il biglietto costa 1.500 euro per gli adulti. || Il biglietto costa 1500 euro per gli adulti.
same || O bilhete custa 12,50 euros para os adultos. || O bilhete custa 12,5 euros para os adultos.
same || Het boek heeft driehonderd pagina's en is nieuw. || Het boek heeft 300 pagina's en is nieuw.
same || Miasto ma 2 miliony mieszkańców i port. || Miasto ma 2 mln mieszkańców i port.
same || Şehirde 2 milyon kişi yaşıyor. || Şehirde 2.000.000 kişi yaşıyor.
same || يبلغ الطول ١٬٢٣٤ متر في المدينة. || يبلغ الطول 1234 متر في المدينة.
same || भवन की ऊंचाई १२३ मीटर है। || भवन की ऊंचाई 123 मीटर है।
same || यह परियोजना 10 करोड़ रुपये की है। || यह परियोजना 100,000,000 रुपये की है।
same || 这座城市有350万居民。 || 这座城市有3500000居民。
same || 公司成立于2020年5月3日。 || 公司成立于2020-05-03。
same || 全长三百二十公里。 || 全长320公里。
same || 全长３２０公里。 || 全长320公里。
same || The budget is 5 lakh rupees. || The budget is ₹500,000.
same || The budget is 2 crore rupees. || The budget is ₹20,000,000.
same || Der Kurs läuft 6 Monate. || Der Kurs läuft ein halbes Jahr, also 6 Monate.
same || The results are from the third quarter of 2021. || The results are from Q3 2021.
`);

/** The passage says another value for the same thing. */
export const CONTRADICTIONS = table(`
different || The trip takes 3 hours. || The trip takes much longer than 3 hours.
different || Die Reise dauert 3 Stunden. || Die Reise dauert deutlich weniger als 3 Stunden.
different || The hall seats 4,000 people. || The hall seats 3,000 people.
different || The hall seats 4,000 people. || The hall seats 400 people.
different || Entry costs 2.50 euros. || Entry costs 25 euros.
different || The tower was completed in 1989. || The tower was completed in 1889.
different || It opened on 3 May 2020. || It opened on 5 May 2020.
different || It opened in May 2020. || It opened in June 2020.
different || The company was founded in the 19th century. || The company was founded in 1923.
different || The race is 1.5 km long. || The race is 150 m long.
different || The talk takes 90 minutes. || The talk takes 2 hours.
different || The lease runs for 36 months. || The lease runs for two years.
different || Sales rose 5%. || Sales rose 7 percent.
different || The parcel weighs 2 kg. || The parcel weighs 3,000 g.
different || The car reaches 100 km/h. || The car reaches 100 mph.
different || The oven is heated to 180 °C. || The oven is heated to 180 °F.
different || Refunds are possible within 30 days. || Refunds are possible within 14 days.
different || At least 18 years are required for the licence. || At least 21 years are required for the licence.
different || The city has 3.5 million inhabitants. || The city has 4.5 million inhabitants.
different || The meeting starts at 5 pm. || The meeting starts at 6 pm.
different || The museum is closed on Mondays. || The museum is closed on Tuesdays.
different || Twelve people were injured in the crash. || Fourteen people were injured in the crash.
different || She finished third in the marathon. || She finished second in the marathon. She was third in 2019 in the sprint.
different || The match ended 3–1. || The match ended 2–1.
different || The tenant pays a deposit of 1,500 euros. || The tenant pays a deposit of 1,200 euros.
different || The deposit is EUR 1,500. || The deposit is 1,200 euros.
different || Das Haus wurde 1923 gebaut. || Das Haus wurde 1932 gebaut.
different || Die Frist beträgt vier Wochen und ist fest. || Die Frist beträgt sechs Wochen und ist fest.
different || Le billet coûte 12 euros pour les adultes. || Le billet coûte 15 euros pour les adultes.
different || El museo abrió en 1990 en la ciudad. || El museo abrió en 1980 en la ciudad.
different || Il ponte è lungo 300 metri. || Il ponte è lungo 250 metri.
different || A ponte tem 300 metros de comprimento. || A ponte tem 250 metros de comprimento.
different || De brug is 300 meter lang en nieuw. || De brug is 250 meter lang en nieuw.
different || Most ma 300 metrów długości. || Most ma 250 metrów długości.
different || Köprü 300 metre uzunluğunda. || Köprü 250 metre uzunluğunda.
different || يبلغ طول الجسر 300 متر. || يبلغ طول الجسر 250 متر.
different || पुल की लंबाई 300 मीटर है। || पुल की लंबाई 250 मीटर है।
different || 这座桥长300米。 || 这座桥长250米。
same, different || In 2023 revenue was 4 million euros. || In 2022 revenue was 4 million euros; in 2023 it was 5 million euros.
different || Children pay 12 euros. || Adults pay 12 euros, children pay 8 euros.
different, different || The train has two cars and three beds. || The train has three cars and two beds.
different || He played there in the 1901–03 season. || He played there in the 1901–02 season.
different || About 16 years passed in silence. || About 15 years passed in silence.
different || Battery: 5,000 mAh || Battery: 4,000 mAh
`);

/** Nothing that would contradict: other years, things, readings, roundings, bounds. */
export const NO_CONTRADICTIONS = table(`
absent, absent || In 2023 revenue was 5 million euros. || In 2022 revenue was 4 million euros.
same, same || Revenue in 2023 was 5 million euros. || In 2022 revenue was 4 million euros; in 2023 it was 5 million euros.
absent || The company has 500 employees. || The company has 12 offices.
absent || The company has 500 employees. || The company was founded in 1990.
absent || The company has 500 employees. || Its competitor in Ohio was sold for 300 million dollars.
absent || The bridge is 300 m long. || The bridge was opened by the mayor.
absent || The bridge is 300 m long. || The road is 20 km long.
absent || The bridge is 300 m long. || The bridge is 20 m wide.
absent || The film earned $20 million. || The film had a budget of $8 million.
absent || She was born in 1950. || She married in 1975 and died in 2010.
absent || The office opened on 03/05/2020. || The office opened on 5 March 2020.
absent || The office opened on 03/05/2020. || The office opened on 3 May 2020.
absent || The office opened on 3 May 2020. || The office opened in 2020.
absent || The office opened on 3 May. || The office opened in May.
absent || The city has 3,482,117 inhabitants. || The city has 3.5 million inhabitants.
same || The city has 3.5 million inhabitants. || The city has 3,482,117 inhabitants.
absent || The hall seats 4,000 people. || The hall seats 4,012 people.
same || At most 20 people may take part. || 15 people may take part.
absent || 20 people took part. || More than 10 people took part.
absent || The tower is 300 metres tall. || The tower is taller than 300 metres.
absent || The tower is 300 metres tall. || Is the tower 300 metres tall?
absent || Der Turm ist 300 Meter hoch. || Der Turm ist höher als 300 Meter.
absent || More than 10 people took part. || More than 20 people took part.
same || Over 300 guests came. || 350 guests came.
absent || 300 guests came. || At least 200 guests came.
same || Nearly 50 guests came. || 48 guests came.
absent || Sales rose 5 percent. || Sales rose 5 percentage points.
absent || The price is 5 euros. || The price is 5 pounds.
absent || The price is 60 euros per year. || The price is 5 euros per month.
same || Tickets cost 5 euros. || Tickets cost 5 euros. Parking costs 8 euros.
same || Parking costs 8 euros. || Tickets cost 5 euros. Parking costs 8 euros.
same || Hamburg has 1.8 million inhabitants. || Berlin has 3.7 million inhabitants, Hamburg 1.8 million.
same || Berlin has 3.7 million inhabitants. || Berlin has 3.7 million inhabitants, Hamburg 1.8 million.
same, same || The club was founded in 1987 and dissolved in 1999. || The club was founded in 1987 and dissolved in 1999.
same || The play was adapted for films in 1987. || The play was adapted for films in 1949 and 1987.
absent || The column dates to the third century. || The column dates to the third or fourth century.
absent || Boeing sold 40 planes. || The Boeing 737 is a plane.
absent || COVID cases rose to 300. || COVID-19 cases rose sharply.
absent || Version 2.3 was released. || The address is 192.168.0.1.
absent || The file format is mp3. || The file format is mp4.
absent || The trial had 40 patients. || 20 patients of the trial got the drug and 20 patients the placebo.
absent || Fifty-four of the houses had not burnt. || Of 68 houses, 14 had burnt.
absent || Memory use fell by 1.2 GB. || Memory use fell from 1.8 GB to 600 MB.
absent || Two of the four keys were lost by the tenant. || Nobody lost anything.
absent || It takes 45 minutes by bus. || By train it takes 20 minutes.
same || The Basic plan costs $5 a month. || | Plan | Price |⏎|---|---|⏎| Basic | $5 a month |⏎| Pro | $12 a month |
different || The Basic plan costs $12 a month. || | Plan | Price |⏎|---|---|⏎| Basic | $5 a month |⏎| Pro | $12 a month |
same || Nothing costs half of what it did. || Prices are at half of what they were; nothing costs more.
same || May has 31 days. || May has 31 days.
same || Everyone may use 3 tickets. || Everyone may use three tickets.
absent || The 1,000 m race was cancelled. || The race was cancelled.
same || Der Zug fährt um 17 Uhr. || Der Zug fährt um 17:00 Uhr.
same || The shop opens at 9:00. || The shop opens at 9:00.
same || The train leaves at 21:55. || The train leaves at 21:55 on weekdays.
same || Von 2019/20 an galt die Regel. || Von 2019 bis 2020 galt die Regel.
absent || Umsatz 2023: 5 Mio. Euro || Umsatz 2022: 4 Mio. Euro
absent || Acme employs 500 people. || Beta employs 300 people.
absent || Lisbon has 20 museums. || Porto has 12 museums.
absent || The tariff Move L includes 50 GB of data. || The tariff Move M includes 20 GB of data.
absent || A loan of 10,000 euros costs 400 euros. || A loan of 10,000 euros is repaid within 60 months.
absent || The deposit is not 1,500 euros. || The deposit is 1,200 euros.
absent || Prices rose by 5 euros. || Prices rose to 15 euros.
same || The stay costs 40 euros. || The stay costs 40, 45 or 50 euros by the season; in winter 40 euros.
absent || The average rent is 900 euros. || The highest rent in the house is 1,400 euros and the lowest 700 euros.
`);
