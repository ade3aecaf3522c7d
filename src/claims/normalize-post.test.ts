import { describe, expect, it } from 'vitest';
import { normalizePost } from './normalize-post.ts';

describe('normalizing a post', () => {
  it('removes what posts carry', () => {
    expect(normalizePost('RT @someone: The bridge in Genoa fell #news 😱 https://t.co/x')).toBe(
      'The bridge in Genoa fell news',
    );
  });

  it('keeps one of several repeats', () => {
    expect(normalizePost('The moon split. The moon split. The moon split. None')).toBe('The moon split.');
  });
});
