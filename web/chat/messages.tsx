import { type ReactElement, useMemo } from 'react';
import type { ShownClaim } from '../claims/claim-state.ts';
import type { WaysOut } from '../shell/failure-note.tsx';
import { ModelsNote } from '../shell/models-note.tsx';
import { useLater } from '../shell/use-later.ts';
import { useModels } from '../state/models.ts';
import { texts } from '../texts.ts';
import { askChosen, sendText } from './ask-chosen.ts';
import { type Conversation, isRunning } from './conversation.ts';
import { changeDraft, useDraft } from './drafts.ts';
import { Answer, Question } from './message-view.tsx';
import { draftNameOf } from './open-conversations.ts';
import { chooseVersion, continueAnswer, sayInstead } from './running-answers.ts';
import { Welcome } from './welcome.tsx';

const NONE: readonly ShownClaim[] = [];

/** The conversation's messages; before the first, examples of one. */
export function Messages({
  conversation,
  shown,
  ways,
  onOpenClaims,
}: {
  conversation: Conversation;
  shown: ReadonlyMap<string, readonly ShownClaim[]>;
  ways: Required<Pick<WaysOut, 'key' | 'retry'>> & WaysOut;
  onOpenClaims: (id: string) => void;
}): ReactElement {
  const { messages } = conversation;
  const names = useModelNames();
  const busy = isRunning(conversation);
  const draftName = draftNameOf(conversation);
  const { edit } = useDraft(draftName);
  const actions = useMessageActions(conversation.id, draftName);
  // The view's frame and where one writes first, then what was said.
  const drawn = useLater(true) === true;
  const claimsOf = (id = ''): readonly ShownClaim[] => shown.get(id) ?? NONE;
  return (
    <div className="messages" role="log" aria-label={texts.chat.log} aria-live="off">
      {conversation.example === true ? <p className="example-note">{texts.chat.exampleNote}</p> : null}
      {messages.length === 0 ? <Welcome onSay={actions.say} /> : null}
      {(drawn ? messages : []).map((message, index) =>
        message.role === 'user' ? (
          <Question
            key={message.id}
            message={message}
            claims={claimsOf(message.id)}
            draft={edit?.message === message.id ? edit.text : undefined}
            busy={busy}
            onDraft={actions.draft}
            onSend={actions.send}
            onVersion={actions.choose}
          />
        ) : (
          <AnswerOf
            key={message.id}
            message={message}
            modelName={names.get(message.model ?? '') ?? message.model ?? ''}
            claims={claimsOf(message.id)}
            before={claimsOf(messages[index - 1]?.id)}
            last={index === messages.length - 1}
            busy={busy}
            onRetry={ways.retry}
            onContinue={actions.resume}
            onVersion={actions.choose}
            onOpenClaims={onOpenClaims}
            ways={ways}
          />
        ),
      )}
      <ModelsNote onKey={ways.key} />
    </div>
  );
}

/** They stay the same in a conversation, so that nothing is drawn anew for them. */
function useMessageActions(conversation: string, draftName: string) {
  return useMemo(
    () => ({
      say: (text: string) => sendText(conversation, text),
      draft: (message: string, text: string | undefined) =>
        changeDraft(draftName, { edit: text === undefined ? undefined : { message, text } }),
      send: (message: string, text: string) =>
        askChosen((model) => {
          changeDraft(draftName, { edit: undefined });
          sayInstead(conversation, message, text, model);
        }),
      choose: (message: string, version: number) => chooseVersion(conversation, message, version),
      resume: () => askChosen((model) => continueAnswer(conversation, model)),
    }),
    [conversation, draftName],
  );
}

function useModelNames(): ReadonlyMap<string, string> {
  const { list } = useModels();
  return useMemo(
    () =>
      new Map(
        (list?.models_list ?? []).flatMap(({ available_models: models }) =>
          models.map(({ model_id: id, name }) => [id, name] as const),
        ),
      ),
    [list],
  );
}

type AnswerOfProps = Omit<Parameters<typeof Answer>[0], 'all'> & { readonly before: readonly ShownClaim[] };

function AnswerOf({ before, ...props }: AnswerOfProps): ReactElement {
  const all = useMemo(() => [...before, ...props.claims], [before, props.claims]);
  return <Answer {...props} all={all} />;
}
