/** What people ask of a model, and what for in place of facts. */
import type { Purpose } from './read-request.ts';

type Row = readonly [purpose: Purpose | undefined, request: string];

export const NOT_FACTS: readonly Row[] = [
  // Roles
  [
    'invented',
    'You are Captain Harlow, commander of the starship Meridian. Introduce yourself and your mission.',
  ],
  [
    'invented',
    'Let’s role-play. You are the innkeeper of a medieval village and I have just come in from the rain.',
  ],
  ['invented', 'Pretend to be a dragon who guards a mountain of gold, and tell me about your day.'],
  ['invented', 'Play the part of Sherlock Holmes and greet your new client.'],
  ['invented', 'Stay in character as the pirate queen Mara Vane and describe your ship.'],
  ['invented', 'Du bist Kapitän Harlow vom Raumschiff Meridian. Stell dich vor.'],
  ['invented', 'Spiel die Rolle eines Zauberers, der in einem Turm am Meer wohnt, und begrüße mich.'],
  ['invented', 'Tu es le capitaine Harlow, commandant du vaisseau Méridien. Présente-toi.'],
  ['invented', 'Fais comme si tu étais un vampire et raconte ta soirée.'],
  ['invented', 'Eres la capitana Vega de la nave Meridiano. Preséntate a la tripulación.'],
  ['invented', 'Imagina que eres un dragón y háblame de tu cueva.'],
  ['invented', 'Act like you are a grumpy medieval blacksmith and haggle with me over a sword.'],
  ['invented', 'I want you to play the character of a ghost that lives in an old hotel. Say hello.'],
  // Stories
  ['invented', 'Write a short story about a lighthouse keeper who finds a whale in 1902.'],
  ['invented', 'Schreib eine kurze Geschichte über einen Hund, der nach Hamburg läuft.'],
  // Translations
  ['own-text', 'Translate into German: The Eiffel Tower is 330 metres high and was completed in 1889.'],
  [
    'own-text',
    'Please translate the following text to Spanish.\n\nOur company was founded in 1998 in Leeds and has 240 employees.',
  ],
  ['own-text', 'Übersetze ins Englische: „Der Rhein ist 1233 Kilometer lang.“'],
  ['own-text', 'Traduis cette phrase en anglais : « La Loire mesure 1 006 kilomètres. »'],
  ['own-text', 'Traduce al inglés: El Teide mide 3715 metros y está en Tenerife.'],
  // Rewriting
  [
    'own-text',
    'Rewrite this paragraph in a friendlier tone:\nThe shop closes at 6 pm. Returns are possible within 30 days.',
  ],
  [
    'own-text',
    'Shorten this to one sentence: The museum was opened in 1911 by Queen Mary, and it has been visited by two million people since.',
  ],
  [
    'own-text',
    'Proofread my email: Dear Mr Ito, the shipment of 400 chairs has left Rotterdam on 3 May and arrive in Osaka on 9 June.',
  ],
  [
    'own-text',
    'Can you make this sound more professional? "We sold 1,200 bikes last year, that is 15 percent more than in 2023."',
  ],
  [
    'own-text',
    'Kürze den folgenden Text auf zwei Sätze:\nDie Brücke wurde 1931 eröffnet. Sie ist 503 Meter lang. Täglich fahren 160.000 Autos darüber.',
  ],
  [
    'own-text',
    'Formuliere diesen Satz höflicher: Sie haben die Rechnung über 300 Euro seit März nicht bezahlt.',
  ],
  [
    'own-text',
    'Reformule ce paragraphe :\nLe musée a ouvert en 1986. Il reçoit trois millions de visiteurs par an.',
  ],
  [
    'own-text',
    'Reescribe este párrafo con un tono formal:\nLa tienda abrió en 2005 y vende 3.000 libros al mes.',
  ],
  // Code
  ['own-code', 'Explain this code:\n```python\ndef area(r):\n    return 3.14159 * r ** 2\n```'],
  [
    'own-code',
    'What does this function do?\n\nfunction total(items) {\n  return items.reduce((sum, item) => sum + item.price, 0);\n}',
  ],
  ['own-code', 'Erkläre mir diesen Code:\n```js\nconst year = new Date().getFullYear();\n```'],
  ['own-code', 'Explique ce code :\n```sql\nSELECT name FROM cities WHERE population > 1000000;\n```'],
];
/** They look like those, and are about facts. */
export const ABOUT_FACTS: readonly Row[] = (
  [
    // Look like roles
    'You are a helpful assistant. When was the Eiffel Tower completed?',
    'You are an expert on tax law. How much is the basic allowance in 2024?',
    'Act as a doctor and tell me how much ibuprofen an adult may take in a day.',
    'Pretend I am five and explain how vaccines work.',
    'Who played the part of Captain Kirk in the original series?',
    'What role did the captain of the Titanic play in its sinking?',
    'Explain the rules of role-playing games such as Dungeons & Dragons.',
    'Du bist Experte für Geschichte. Wann fiel die Berliner Mauer?',
    'Welche Rolle spielte Bismarck bei der Reichsgründung?',
    'Tu es un assistant utile. Quelle est la longueur de la Loire ?',
    'Eres un asistente experto en geografía. ¿Cuánto mide el Teide?',
    // Look like stories
    'Tell me the story of the Apollo 11 landing.',
    'Write a news story about the 2015 Paris agreement.',
    'Erzähl mir die Geschichte der Stadt Hamburg.',
    'Write an article about the history of role-playing games.',
    'Schreib einen Aufsatz über die Geschichte der Eisenbahn.',
    // Look like translations
    'Translate “Die Erde ist eine Scheibe” into English and tell me whether it is true.',
    'Translate this and check the facts: Der Rhein ist 1500 Kilometer lang.',
    'Who translated the Bible into German, and when?',
    'How does machine translation work?',
    'Übersetze „The Great Wall is visible from space“ und sag mir, ob das stimmt.',
    'Traduis « The Earth is flat » et dis-moi si c’est vrai.',
    'Traduce «The Moon landing was faked» y dime si es verdad.',
    // Look like rewriting
    'Rewrite this so that the facts are right: The Berlin Wall fell in 1991.',
    'Correct the factual errors in this text: The Eiffel Tower was built in 1789 in Lyon.',
    'Summarize the causes of the First World War.',
    'Shorten the history of Rome to five dates.',
    'Kürze mir die Geschichte der DDR auf fünf Sätze.',
    'Résume la vie de Marie Curie.',
    // Look like code
    'Explain how TLS works.',
    'Explain what Python’s garbage collector does and when it was introduced.',
    'Is it true that this is the oldest function in C?\nprintf("hello, world\\n");',
  ] as const
).map((request) => [undefined, request]);
