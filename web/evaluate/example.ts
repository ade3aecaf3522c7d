/** Texts to try the view with: well-known truths and errors. */
export const EXAMPLE = `text,expected
The Great Wall of China is visible from the Moon.,refuted
The Eiffel Tower was completed in 1889.,supported
Canberra is the capital of Australia.,supported
The capital of Canada is Toronto.,refuted
Mount Everest is the highest mountain above sea level.,supported
Humans use only ten percent of their brain.,refuted
The first Moon landing was in 1969.,supported
Venus is the hottest planet of the Solar System.,supported
Sound travels through the vacuum of space.,refuted
The Berlin Wall fell in 1989.,supported
Bats are blind.,refuted
The Titanic sank in 1912.,supported
`;
