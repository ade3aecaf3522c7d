import { describe, expect, it } from 'vitest';
import { type Message, textMessage } from '../../domain/chat.ts';
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
  'Cherry Studio, title': [
    system("Summarize the user's conversation into a title of at most 10 words."),
    user('[{"role":"user","mainText":"The Eiffel Tower is 330 metres high."}]'),
  ],
  'Open WebUI, face': [
    user("Show the speaker's most likely facial expression as an emoji.\n\nMessage: The tower is high!"),
  ],
  'Open WebUI, choice of tools': [
    system(
      `Tools: ${'[{"name":"search"}]'.repeat(100)}\n\nChoose and return the correct tool(s) from the list.`,
    ),
    user('Query: The Eiffel Tower is 330 metres high.'),
  ],
  'LobeChat, replies': [
    system('You extract quick-reply suggestions from the last assistant message.'),
    user('Last assistant message: The Eiffel Tower is 330 metres high.'),
  ],
  'LobeChat, summary': [
    system('You are good at summarizing conversations. What you summarize is between <chat_history> tags.'),
    user('<chat_history><user>The Eiffel Tower is 330 metres high.</user></chat_history>'),
  ],
};

/** Messages of people, who write of titles, chats and messages too. */
const ORDINARY = [
  'Give me a title for my essay about conversations.',
  'Give me a short title for my essay about conversations between Plato and Socrates.',
  'Write a title for a blog post on how to chat with strangers, in five words.',
  'Generate a short title for this article: "The Conversation Gap" by a chat company.',
  'Suggest a concise title for my novel in which a conversation changes everything.',
  'Create a short, punchy title for a podcast episode about the chat app WhatsApp.',
  'Provide a brief title and abstract for a paper on conversation analysis.',
  'Write a short message with the title "Reminder" to my landlord.',
  'Return the title of the film “The Conversation” and a brief summary.',
  'Produce a short story with the title The Chat.',
  'Give a brief answer with a title: was ChatGPT released in 2022?',
  'Suggest follow-up questions for my interview with a nurse.',
  'Generate 5 tags for my Instagram post on Paris.',
  'What are good search queries to find papers on chat bots?',
  '### Task:\nSummarize the text.\n### Text:\nThe Eiffel Tower is 330 metres high.',
  '### Task: Write a short essay on chat history in computing.',
  'Name the conversation partner of Galileo in the Dialogue.',
  'Analyze this conversation and provide: a summary, and who is right.\nA: It is 330 m high. B: No, 300 m.',
  'Write a title tag and a description (160 characters) for our live chat landing page.',
  'Give me a short job title for somebody who answers chat messages.',
  'Create a concise title for the slide that explains message queues.',
  'Suggest a title of at most 60 characters for my YouTube video about chat etiquette.',
  'Write a short email; its title should be "Our conversation yesterday".',
  'Generate a chat message of 20 words with the title of the new movie.',
  'Provide a list of words that give a title to a message of condolence.',
  'Which king had the title "Defender of the Faith"? Keep the message brief.',
  'Return a brief JSON with title and author of the book "Conversation in the Cathedral".',
  'Please summarize our conversation so far in a few words.',
  'Could you write a short poem with a title about a conversation on the Moon?',
  'How does the app name chats: does it send "Generate a concise title for the conversation"?',
  'The title of this conversation is wrong. Give a brief reason.',
];

describe('requests of a front-end beside the conversation', () => {
  const filler = (length: number) => 'x '.repeat(length / 2);
  const NAME_IT = 'Generate a short title for this chat.';
  const CHOOSE = 'suggestions from the last assistant message';

  it.each<[string, readonly Message[], boolean]>([
    ['at the very beginning', [user(`${NAME_IT} ${filler(2_000)}`)], true],
    ['at the very end', [user(`${filler(2_000)} ${NAME_IT}`)], true],
    ['in the midst of a long message', [user(`${filler(2_000)} ${NAME_IT} ${filler(2_000)}`)], false],
    ['in a system message alone', [system(NAME_IT)], true],
    ['at the beginning of instructions', [system(`${NAME_IT} ${filler(2_000)}`), user('Why?')], true],
    ['behind the beginning of instructions', [system(`${filler(600)} ${NAME_IT}`), user('Why?')], false],
    ['as the first words of instructions', [system(`${CHOOSE} ${filler(6_000)}`), user('Why?')], true],
    ['as the last words of instructions', [system(`${filler(6_000)} ${CHOOSE}`), user('Why?')], true],
    [
      'in the midst of long instructions',
      [system(`${filler(3_000)} ${CHOOSE} ${filler(3_000)}`), user('Why?')],
      false,
    ],
    ['in instructions that another message follows', [system(CHOOSE), user('Hi'), user('Why?')], false],
    ['in what a user wrote first', [user(CHOOSE), user('Why?')], false],
    ['in instructions with nothing behind them', [system(CHOOSE)], false],
  ])('are looked for at either end: %s', (_where, messages, isAsked) => {
    expect(asksForFrontEnd(messages)).toBe(isAsked);
  });

  it.each(Object.entries(ASKED))('are recognized: %s', (_name, messages) => {
    expect(asksForFrontEnd(messages)).toBe(true);
    expect(decideTask({ messages }, 'ground')).toBe('helper');
  });

  it.each(ORDINARY)('are not: %s', (text) => {
    expect(asksForFrontEnd([user(text)])).toBe(false);
    expect(asksForFrontEnd([system('You are a helpful assistant.'), user(text)])).toBe(false);
    expect(asksForFrontEnd([...history, user(text)])).toBe(false);
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
    [
      'a conversation in which the application also asks for a title',
      [system('Generate a short title for this chat.'), ...history, user('Why?')],
    ],
    ['what was asked one message before', [user('Generate a short title for this chat.'), user('Why?')]],
    ['nothing', []],
  ])('are not: %s', (_name, messages) => {
    expect(asksForFrontEnd(messages)).toBe(false);
  });
});
