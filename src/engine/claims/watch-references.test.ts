import { describe, expect, it } from 'vitest';
import { detectClaims } from './detect.ts';
import { openClaimScan } from './scan-stream.ts';

const FACT = 'The dam was built in 1950.';
const stated = (text: string): string[] => detectClaims(text).map(({ text: claim }) => claim);

describe('what a text cites', () => {
  it.each([
    'Smith, J. et al. (2020). Vaccines cause no autism. J. Opt. 22, 114–129.',
    "O'Neil, C. (2016) Maths destroys 3 million jobs. New York: Crown.",
    '[3] Duarte P, Silva M. Laser stars reach 90 km. Mon Not R Astron Soc. 2015;448(2):1201-9.',
    '[4] K. Brandt and L. Moss, "Mirrors weigh 3 tonnes," in Proc. SPIE, vol. 9909, 2016, pp. 1–12.',
    'Mori T, Kaya S. Gut bacteria live in 9 of 10 infants. J Pediatr. 2012;160:387–92.',
    'Zhang X. et al. Graphs have 3 million edges. arXiv:1905.13372, 2019.',
    'Eurostat (2022). The economy grew by 3 percent. Accessed 3 May 2023.',
    'Müller, H.; Krause, T. (2015): Jeder vierte Rentner fährt Rad. In: Zeitschrift für Verkehr 61 (3), S. 12.',
    'doi:10.1016/j.optcom.2019.03.044',
  ])('is no claim: %s', (entry) => expect(stated(`${entry}\n${FACT}`)).toEqual([FACT]));

  it('is whatever stands below its heading', () => {
    const text = `${FACT}\n\n## References\n\nWorld Bank. Wages rose by 3 percent. Washington; 2021.\n\n2. The Lancet. One in ten is ill. 2019.\n\n## Results\n\n${FACT}`;
    expect(stated(text)).toEqual([FACT, FACT]);
    for (const heading of ['Literaturverzeichnis', 'Références', '参考文献', '7. Bibliography:'])
      expect(stated(`${heading}\nWorld Bank. Wages rose by 3 percent. Washington; 2021.`)).toEqual([]);
  });

  it('ends where prose goes on', () => {
    const prose = 'The authors thank the town of Ulm, which paid for the dam.';
    expect(stated(`References\n\nSmith, J. (2020). Dams. Ulm.\n\n${prose} ${FACT}`)).toContain(FACT);
  });

  it.each([
    ['[1] Smith, J. (2020). A dam of 1950. Ulm.\n[2] Lee, K. (2019). Honey. Nature 5, 1–9.\n', ''],
    ['- Smith, J. (2020). A dam of 1950. Ulm.\n- World Bank. Wages rose by 3 percent. 2021.\n\n', ''],
    ['Smith, J. (2020). A dam of 1950. Ulm.\n\n', 'About the author\n'],
  ])('ends where a line is no entry, and all before were: %j', (entries, between) => {
    const prose = 'In Ulm the dam was built in 1950 for the mills.';
    expect(stated(`References\n${entries}${between}${prose}`)).toEqual([prose]);
    // Who published something is not always a person.
    expect(stated(`References\n${entries}World Bank. Wages rose by 3 percent. Washington; 2021.`)).toEqual(
      [],
    );
  });

  it('goes on where entries have no form of their own', () => {
    const entry = 'Wages in Germany rose by 3 percent in 2021. Washington.';
    expect(stated(`References\nWorld Bank, Washington\n${entry}`)).toEqual([]);
  });

  it.each([
    'Smith et al. (2020) found that the dam was built in 1950.',
    'In 2020, J. Smith measured the dam at 90 metres.',
    'Vitamin K, discovered in 1929, is found in 30 vegetables.',
    'The bridge was rebuilt by Meier (1931).',
    'Marie Curie won the Nobel Prize twice (1903, 1911).',
  ])('is not what says who found something: %s', (claim) => expect(stated(claim)).toHaveLength(1));

  it('gives nothing while it is being written', () => {
    const scan = openClaimScan();
    for (const unit of 'Smith, J. (2020). The dam was built in 1950. J. Opt. 3.') {
      expect(scan.push(unit)).toEqual([]);
      expect(scan.likely()).toBeUndefined();
    }
    expect(scan.end()).toEqual([]);
  });
});
