/** A search of the web that a caller asks its provider for, in the words of each API. */
import { describe, expect, it } from 'vitest';
import type { ChatRequest } from '../../domain/chat.ts';
import { hostedSearchOf, isSearchTool, readSearchTool } from './hosted-search.ts';

const read = (...tools: unknown[]) => readSearchTool({ body: { tools } });

describe('a tool for searches', () => {
  it('is known by its type, with a date behind it or without', () => {
    for (const type of [
      'web_search',
      'web_search_preview',
      'web_search_20250305',
      'web_search_preview_2025_03_11',
    ])
      expect(isSearchTool(type)).toBe(true);
    for (const type of ['googleSearch', 'google_search', 'googleSearchRetrieval', 'google_search_retrieval'])
      expect(isSearchTool(type)).toBe(true);
    for (const type of ['function', 'file_search', 'web_searches', 'my_web_search', 'web_search_x'])
      expect(isSearchTool(type)).toBe(false);
  });

  it('may be any of the tools, and Google’s stands beside others in one', () => {
    expect(read({ type: 'function' }, { type: 'web_search', search_context_size: 'low' })).toEqual({
      search_context_size: 'low',
    });
    expect(read({ functionDeclarations: [], googleSearch: { of_tomorrow: 1 } })).toEqual({});
    expect(read({ googleSearch: {}, max_uses: 3 })).toEqual({});
    expect(read({ functionDeclarations: [] }, { type: 'function' }, 'x', null)).toBeUndefined();
    for (const body of [{}, { tools: null }, { tools: {} }]) expect(readSearchTool({ body })).toBeUndefined();
  });

  it('has its place and its sites, wherever its API has them', () => {
    const place = { city: 'Bern', country: 'CH' };
    expect(read({ type: 'web_search', user_location: { type: 'approximate', ...place } })).toEqual({
      user_location: place,
    });
    expect(read({ type: 'web_search', user_location: { type: 'approximate' } })).toEqual({});
    expect(
      read({
        type: 'web_search',
        filters: { allowed_domains: ['a.example'], excluded_domains: ['b.example'] },
        max_uses: 3,
      }),
    ).toEqual({ allowed_domains: ['a.example'], blocked_domains: ['b.example'], max_uses: 3 });
    expect(read({ type: 'web_search', blocked_domains: ['c.example'], max_uses: null })).toEqual({
      blocked_domains: ['c.example'],
    });
  });
});

it('a request for a search may have its place in an object of its own', () => {
  const asks = (webSearchOptions: object) => hostedSearchOf({ webSearchOptions } as unknown as ChatRequest);
  expect(asks({ user_location: { type: 'approximate', approximate: { city: 'Bern' } } })).toEqual({
    user_location: { city: 'Bern' },
  });
  expect(asks({})).toEqual({});
  expect(hostedSearchOf({} as ChatRequest)).toBeUndefined();
});
