import { getChoice } from '../state/models.ts';
import type { Attachments } from './attachments.ts';
import type { ChosenModel } from './conversation.ts';
import { say } from './running-answers.ts';

/** Calls with the model that is chosen, if there is one. */
export function askChosen(ask: (model: ChosenModel) => void): void {
  const choice = getChoice();
  if (choice !== undefined) ask({ provider: choice.provider, id: choice.model.model_id });
}

/** Sends a message to the model that is chosen. */
export function sendText(conversation: string, text: string, attached: Attachments = {}): void {
  askChosen((model) => say(conversation, text, model, { attached }));
}
