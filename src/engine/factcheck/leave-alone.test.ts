import { describe, expect, it } from 'vitest';
import { type Message, textMessage } from '../../domain/chat.ts';
import { findSkipReason, type SkipRules } from './leave-alone.ts';

const user = (text: string): Message => textMessage('user', text);
const system = (text: string): Message => textMessage('system', text);
const assistant = (text: string): Message => textMessage('assistant', text);
const why = (messages: readonly Message[], wish: SkipRules = {}) =>
  findSkipReason(messages, messages.length - 1, { factsAlone: true, ...wish });

const ROLE = 'You are Captain Harlow, commander of the starship Meridian.';
const GREETING = 'Where do you come from, Captain?';
const TRANSLATE = 'Translate into German: The tower was completed in 1889.';

describe('a question is left alone', () => {
  it('where what it asks for is not about facts', () => {
    expect(why([user(TRANSLATE)])).toBe('own-text');
    expect(why([user('When was the tower completed?')])).toBeUndefined();
    expect(why([])).toBeUndefined();
  });

  it('only where the request names no mode', () => {
    expect(why([user(TRANSLATE)], { factsAlone: false })).toBeUndefined();
    expect(findSkipReason([user(TRANSLATE)], 0, {})).toBeUndefined();
  });

  it('where a part is played to which it speaks', () => {
    const played = [user(ROLE), assistant('Aye.')];
    expect(why([...played, user(GREETING)])).toBe('invented');
    expect(why([...played, user('When was the Eiffel Tower completed?')])).toBeUndefined();
    expect(why([...played, user('Is it true that you left Earth?')])).toBeUndefined();
    expect(why([...played, user('Stop the role-play.'), assistant('Yes.'), user(GREETING)])).toBeUndefined();
    expect(why([user('Hello.'), assistant(ROLE), user(GREETING)])).toBeUndefined();
  });

  it('where the application has said what part is played, whatever is asked', () => {
    expect(why([system(ROLE), user('When was the ship built?')])).toBe('invented');
    expect(why([system(ROLE), user('Out of character: when was the Eiffel Tower built?')])).toBeUndefined();
    expect(why([system('You are a helpful assistant.'), user(GREETING)])).toBeUndefined();
  });

  it('by itself: later questions of the conversation are others', () => {
    const messages = [user(TRANSLATE), assistant('Der Turm …'), user('When was the tower completed?')];
    expect(why(messages)).toBeUndefined();
    expect(findSkipReason(messages, 0, { factsAlone: true })).toBe('own-text');
  });
});

describe('what the request brought', () => {
  it('is what is said held against, in any case', () => {
    expect(why([user(TRANSLATE)], { context: true, brings: true })).toBeUndefined();
    expect(why([user(ROLE)], { context: true, brings: true })).toBeUndefined();
  });

  it('in messages alone is what a translation is held against, and no part', () => {
    expect(why([user(TRANSLATE)], { context: true })).toBeUndefined();
    expect(why([user(ROLE)], { context: true })).toBe('invented');
  });
});
