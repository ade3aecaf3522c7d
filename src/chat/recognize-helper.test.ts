import { describe, expect, it } from 'vitest';
import { type Message, textMessage } from '../domain/chat.ts';
import { decideTask } from './decide-task.ts';
import { asksForFrontEnd } from './recognize-helper.ts';

const user = (text: string): Message => textMessage('user', text);
const system = (text: string): Message => textMessage('system', text);
const history = [
  user('Why is the Eiffel Tower 330 metres high?'),
  textMessage('assistant', 'It has an antenna.'),
];
const chat = '<chat_history>\nUSER: The Eiffel Tower is 330 metres high.\n</chat_history>';

/** In the words of each front-end, as far as they are known by. */
const ASKED: Readonly<Record<string, readonly Message[]>> = {
  'Open WebUI, title': [
    user(`### Task:\nGenerate a 3-5 word title with an emoji.\n### Chat History:\n${chat}`),
  ],
  'Open WebUI, tags': [user(`### Task:\nGenerate 1-3 broad tags on the main themes.\n${chat}`)],
  'Open WebUI, follow-ups': [
    user(`### Task:\nSuggest follow-up questions.\n### Guidelines:\n- Be brief.\n${chat}`),
  ],
  'Open WebUI, queries': [user(`### Task:\nDecide whether search queries are needed.\n${chat}`)],
  'LibreChat, title': [
    user('Provide a 5-word-or-less title for the conversation.\n\nConversation:\nUser: Hi'),
  ],
  'LibreChat, title and language': [
    user(
      'Analyze this conversation and provide:\n1. Its language\n2. A title in that language (5 words or less)',
    ),
  ],
  'LobeChat, title': [
    system(
      'You summarize. Generate a concise title that captures the essence of the conversation.\n- 10 words',
    ),
    user('user: The Eiffel Tower is 330 metres high.'),
  ],
  'NextChat, title': [
    ...history,
    user('Please generate a four to five word title summarizing our conversation.'),
  ],
  'Chatbox, name': [...history, user('Based on the chat, give this conversation a name. Keep it short.')],
  'chat-ui, title': [
    system("Goal: Produce a very short title (2–4 words) that names the topic of the user's first message."),
    user('User message: "The Eiffel Tower is 330 metres high."'),
  ],
  'AI SDK template, title': [
    system('you will generate a short title based on the first message a user begins a conversation with'),
    user('The Eiffel Tower is 330 metres high.'),
  ],
};

describe('requests of a front-end beside the conversation', () => {
  it.each(Object.entries(ASKED))('are recognized: %s', (_name, messages) => {
    expect(asksForFrontEnd(messages)).toBe(true);
    expect(decideTask({ messages })).toBe('helper');
  });

  it.each<[string, readonly Message[]]>([
    [
      'an answer from documents',
      [
        user(
          '### Task:\nRespond to the user query using the context.\n<context>The tower is 330 metres high.</context>',
        ),
      ],
    ],
    ['a question about a title', [user('Is it true that the title of the film is “The Conversation”?')]],
    ['a name', [user('What is the name of the tower? I had a chat about it.')]],
    [
      'an application that names its chats by itself',
      [
        system('Generate a short title for each chat when the user asks for one.'),
        ...history,
        user('The Eiffel Tower is 330 metres high.'),
      ],
    ],
    [
      'an answer of the assistant',
      [user('Hi'), textMessage('assistant', 'I can generate a short title for the conversation.')],
    ],
    ['nothing', []],
  ])('are not: %s', (_name, messages) => {
    expect(asksForFrontEnd(messages)).toBe(false);
  });
});
