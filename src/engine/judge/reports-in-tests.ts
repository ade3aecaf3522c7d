/** Passages that only say that somebody says the claim, and passages that vouch for it. */
export const REPORTS: readonly (readonly [isOnlyReport: boolean, passage: string, claim: string])[] = [
  // English
  [
    true,
    'It is often said that the Great Wall of China can be seen from space.',
    'The Great Wall of China can be seen from space.',
  ],
  [
    true,
    'A common myth is that lightning never strikes the same place twice.',
    'Lightning never strikes the same place twice.',
  ],
  [
    true,
    'The mayor claimed that the new bridge had cost less than planned.',
    'The new bridge cost less than planned.',
  ],
  [
    true,
    'Many people believe that goldfish have a memory of three seconds.',
    'Goldfish have a memory of three seconds.',
  ],
  [
    true,
    'According to legend, the city was founded by two brothers raised by a wolf.',
    'The city was founded by two brothers raised by a wolf.',
  ],
  [
    true,
    'The supplement allegedly cures migraine within a week.',
    'The supplement cures migraine within a week.',
  ],
  [true, 'The river is rumoured to hold a sunken treasure ship.', 'The river holds a sunken treasure ship.'],
  [true, 'The plant has been closed since March, the union said.', 'The plant has been closed since March.'],
  [
    false,
    'NASA confirmed that the probe had entered the orbit of Mars.',
    'The probe entered the orbit of Mars.',
  ],
  [false, 'The study found that the drug lowers blood pressure.', 'The drug lowers blood pressure.'],
  [
    false,
    'Measurements in 2019 showed that the glacier had lost a third of its ice.',
    'The glacier has lost a third of its ice.',
  ],
  [false, 'In 1953 Watson and Crick discovered that DNA forms a double helix.', 'DNA forms a double helix.'],
  [
    false,
    'According to the 2021 census, the town has 41,200 inhabitants.',
    'The town has 41,200 inhabitants.',
  ],
  [false, 'The lease says that the tenant may keep one dog.', 'The tenant may keep one dog.'],
  [
    false,
    'Critics say that the dam is ugly. The dam supplies power to two million homes.',
    'The dam supplies power to two million homes.',
  ],
  [
    false,
    'The fire claimed twelve lives in the old harbour.',
    'The fire killed twelve people in the old harbour.',
  ],
  [true, 'The defendant told the court that he had been at home.', 'The defendant had been at home.'],
  [true, 'The bridge is unsafe, according to the opposition.', 'The bridge is unsafe.'],
  [true, 'Folk wisdom has it that carrots improve night vision.', 'Carrots improve night vision.'],
  // German
  [
    true,
    'Kritiker werfen der Firma vor, dass sie Steuern hinterzogen habe.',
    'Die Firma hat Steuern hinterzogen.',
  ],
  [
    true,
    'Es wird oft behauptet, dass man nur zehn Prozent des Gehirns nutzt.',
    'Man nutzt nur zehn Prozent des Gehirns.',
  ],
  [
    true,
    'Viele glauben, dass Stiere durch die Farbe Rot gereizt werden.',
    'Stiere werden durch die Farbe Rot gereizt.',
  ],
  [true, 'Die Höhle soll bis unter das Schloss reichen.', 'Die Höhle reicht bis unter das Schloss.'],
  [
    true,
    'Der Legende nach wurde die Kapelle in einer Nacht gebaut.',
    'Die Kapelle wurde in einer Nacht gebaut.',
  ],
  [
    false,
    'Die Behörde bestätigte, dass die Brücke im Mai gesperrt wird.',
    'Die Brücke wird im Mai gesperrt.',
  ],
  [false, 'Eine Studie ergab, dass Bienen Gesichter unterscheiden.', 'Bienen unterscheiden Gesichter.'],
  [false, 'Forscher wiesen nach, dass der Stoff Bakterien tötet.', 'Der Stoff tötet Bakterien.'],
  [false, 'Laut Vertrag beträgt die Miete 900 Euro.', 'Die Miete beträgt 900 Euro.'],
  // Spanish
  [true, 'Se dice que el lago no tiene fondo.', 'El lago no tiene fondo.'],
  [
    true,
    'Muchos creen que el azúcar vuelve hiperactivos a los niños.',
    'El azúcar vuelve hiperactivos a los niños.',
  ],
  [
    true,
    'El alcalde aseguró que el puente costó menos de lo previsto.',
    'El puente costó menos de lo previsto.',
  ],
  [true, 'Según la leyenda, la torre fue construida por gigantes.', 'La torre fue construida por gigantes.'],
  [false, 'El ministerio confirmó que el tren llegará a Cádiz en 2027.', 'El tren llegará a Cádiz en 2027.'],
  [false, 'El estudio demostró que la vacuna reduce los contagios.', 'La vacuna reduce los contagios.'],
  [false, 'Los astrónomos descubrieron que el planeta tiene dos lunas.', 'El planeta tiene dos lunas.'],
  [false, 'Según el contrato, el alquiler es de 900 euros.', 'El alquiler es de 900 euros.'],
  // French
  [true, 'On dit souvent que la tour penche à cause du vent.', 'La tour penche à cause du vent.'],
  [
    true,
    'Certains prétendent que les pyramides ont été bâties par des esclaves.',
    'Les pyramides ont été bâties par des esclaves.',
  ],
  [true, 'Une idée reçue veut que les taureaux détestent le rouge.', 'Les taureaux détestent le rouge.'],
  [
    true,
    'Le manoir serait hanté par un ancien propriétaire.',
    'Le manoir est hanté par un ancien propriétaire.',
  ],
  [false, 'La préfecture a confirmé que le pont sera fermé en mai.', 'Le pont sera fermé en mai.'],
  [false, 'L’étude a montré que le médicament abaisse la tension.', 'Le médicament abaisse la tension.'],
  [false, 'Les chercheurs ont découvert que la grotte a deux entrées.', 'La grotte a deux entrées.'],
  [false, 'Selon le contrat, le loyer est de 900 euros.', 'Le loyer est de 900 euros.'],
];
