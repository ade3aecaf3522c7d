import { type ReactElement, useCallback, useMemo } from 'react';
import type { ShownClaim } from '../claims/claim-state.ts';
import type { WaysOut } from '../shell/failure-note.tsx';
import { ModelsNote } from '../shell/models-note.tsx';
import { useModels } from '../state/models.ts';
import { texts } from '../texts.ts';
import { askChosen, sendText } from './ask-chosen.ts';
import { type Conversation, sayInstead } from './conversation.ts';
import { Answer, Question } from './message-view.tsx';
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
  const edit = useCallback(
    (id: string, text: string) => askChosen((model) => sayInstead(id, text, model)),
    [],
  );
  const claimsOf = (id = ''): readonly ShownClaim[] => shown.get(id) ?? NONE;
  return (
    <div className="messages" role="log" aria-label={texts.chat.log} aria-live="off">
      {conversation.example === true ? <p className="example-note">{texts.chat.exampleNote}</p> : null}
      {messages.length === 0 ? <Welcome onSay={sendText} /> : null}
      {messages.map((message, index) =>
        message.role === 'user' ? (
          <Question key={message.id} message={message} claims={claimsOf(message.id)} onEdit={edit} />
        ) : (
          <AnswerOf
            key={message.id}
            message={message}
            modelName={names.get(message.model ?? '') ?? message.model ?? ''}
            claims={claimsOf(message.id)}
            before={claimsOf(messages[index - 1]?.id)}
            last={index === messages.length - 1}
            onRetry={ways.retry}
            onOpenClaims={onOpenClaims}
            ways={ways}
          />
        ),
      )}
      <ModelsNote onKey={ways.key} />
    </div>
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
