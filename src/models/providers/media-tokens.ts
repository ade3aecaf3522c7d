/** What pictures, pages and sounds are counted as at most, by provider. A picture's size is not looked at. */

export interface MediaTokens {
  readonly picture: number;
  /** A page of a PDF: its text and its picture. */
  readonly page: number;
  /** A second of sound. */
  readonly second: number;
}

const MEDIA_TOKENS: Readonly<Record<string, MediaTokens>> = {
  // platform.openai.com/docs/guides/images-vision: patches of 32 by 32 pixels, 10,000 at the most (detail original);
  // guides/pdf-files: each page's text and its picture; guides/audio: a token is a tenth of a second.
  openai: { picture: 10_000, page: 6_000, second: 10 },
  // platform.claude.com/docs/en/build-with-claude/vision: up to 4,784 for high-resolution models;
  // pdf-support: 1,500 to 3,000 a page for its text, and its picture.
  anthropic: { picture: 4_784, page: 7_784, second: 32 },
  // ai.google.dev/gemini-api/docs/media-resolution: 2,240 at ultra_high, a PDF's page 1,120 at high; docs/tokens: 258 a
  // tile of 768 pixels for models before, of which a picture has 16 at most; docs/audio: 32 a second.
  google: { picture: 4_128, page: 1_120, second: 32 },
  // docs.x.ai/docs/guides/image-understanding: 256 for each of six tiles and one for the whole.
  xai: { picture: 1_792, page: 4_792, second: 32 },
  // docs.together.ai/docs/vision-overview: at most 6,404 a picture.
  together: { picture: 6_404, page: 9_404, second: 32 },
};

/** For servers whose counting nobody knows. */
const MOST: MediaTokens = { picture: 10_000, page: 10_000, second: 32 };

/** @param provider its key in the catalogue. */
export function mediaTokensOf(provider: string): MediaTokens {
  return Object.hasOwn(MEDIA_TOKENS, provider) ? MEDIA_TOKENS[provider]! : MOST;
}
