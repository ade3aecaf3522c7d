/** Texts to try the view with: well-known truths and errors, and what makes extraction hard. */
export const EXAMPLE = `id,text,expected
wall,The Great Wall of China is visible from the Moon.,refuted
tower,The Eiffel Tower was completed in 1889. I find it rather ugly.,supported
tower-2,"It was the tallest structure in the world until 1930, and millions of people climb it each year.",
capital,Canberra is the capital of Australia.,supported
capital-2,"The capital of Canada is Toronto. Is that not so?",refuted
everest,Mount Everest is the highest mountain above sea level.,supported
brain,Humans use only ten percent of their brain.,refuted
moon,"The first Moon landing was in 1969. He stepped onto the surface first, and about 600 million people watched.",
venus,Venus is the hottest planet of the Solar System.,supported
sound,Sound travels through the vacuum of space.,refuted
wall-2,"The Berlin Wall fell in 1989. This changed Europe, and they celebrated for days.",
opinion,I think that mountains are beautiful and that everybody should see them.,
bats,Bats are completely blind.,refuted
ship,"The Titanic sank in 1912, and about 1,500 people died.",
future,It will probably rain in London next week.,
speed,"Light travels at about 300,000 kilometres per second.",supported
`;
