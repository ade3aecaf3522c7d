/** What a model writes where somebody asks for one of these. */
export const ANSWERS: Readonly<Record<string, string>> = {};
