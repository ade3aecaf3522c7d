import { describe, expect, it } from 'vitest';
import type { Capabilities, Model } from '../../domain/catalogue.ts';
import { type ChatRequest, textMessage } from '../../domain/chat.ts';
import { adjustSampling } from './adjust-sampling.ts';
import { TAKES_ALL } from './dialect.ts';

function model(capabilities: Partial<Capabilities>): Model {
  return {
    id: 'm',
    provider: 'p',
    wireId: 'm',
    name: 'M',
    description: 'd',
    tier: 'basic',
    capabilities: { ...TAKES_ALL, ...capabilities },
  };
}

function asked(fields: Partial<ChatRequest>): ChatRequest {
  return { messages: [textMessage('user', 'Hello')], stream: false, ...fields };
}

describe('adjustSampling', () => {
  it('sends what the model takes as it was asked', () => {
    expect(adjustSampling(asked({ temperature: 2, topP: 0 }), model({}))).toEqual({
      temperature: 2,
      topP: 0,
      adjusted: [],
    });
    expect(adjustSampling(asked({}), model({ temperature: 'none', topP: 'none' }))).toEqual({ adjusted: [] });
  });

  it('clamps a temperature above 1 where 1 is the most', () => {
    const unit = model({ temperature: 'unit' });
    expect(adjustSampling(asked({ temperature: 1.4 }), unit)).toEqual({
      temperature: 1,
      adjusted: ['temperature=1'],
    });
    expect(adjustSampling(asked({ temperature: 1 }), unit)).toEqual({ temperature: 1, adjusted: [] });
    expect(adjustSampling(asked({ temperature: 0 }), unit)).toEqual({ temperature: 0, adjusted: [] });
  });

  it('leaves out what the model takes none of', () => {
    const none = model({ temperature: 'none', topP: 'none' });
    expect(adjustSampling(asked({ temperature: 0.3, topP: 0.5 }), none)).toEqual({
      adjusted: ['temperature=ignored', 'top_p=ignored'],
    });
  });

  it('sends top_k to a model that takes a temperature, and to none other', () => {
    expect(adjustSampling(asked({ topK: 5 }), model({}))).toEqual({ topK: 5, adjusted: [] });
    expect(adjustSampling(asked({ topK: 5 }), model({ temperature: 'unit' }))).toEqual({
      topK: 5,
      adjusted: [],
    });
    const none = { temperature: 'none', topP: 'full' } as const;
    expect(adjustSampling(asked({ topK: 5, topP: 0.5 }), model(none))).toEqual({
      topP: 0.5,
      adjusted: ['top_k=ignored'],
    });
    const freed = model({ ...none, samplingWithoutReasoning: true });
    expect(adjustSampling(asked({ topK: 5, reasoningEffort: 'none' }), freed)).toEqual({
      topK: 5,
      adjusted: [],
    });
  });

  it('leaves top_p out beside a temperature where both together are refused', () => {
    const oneOf = model({ temperatureWithTopP: false });
    expect(adjustSampling(asked({ temperature: 0.3, topP: 0.5 }), oneOf)).toEqual({
      temperature: 0.3,
      adjusted: ['top_p=ignored'],
    });
    expect(adjustSampling(asked({ topP: 0.5 }), oneOf)).toEqual({ topP: 0.5, adjusted: [] });
  });

  it('sends both once reasoning is off, where that frees them', () => {
    const freed = model({ temperature: 'none', topP: 'none', samplingWithoutReasoning: true });
    const fields = { temperature: 0.3, topP: 0.5 };
    expect(adjustSampling(asked({ ...fields, reasoningEffort: 'none' }), freed)).toEqual({
      ...fields,
      adjusted: [],
    });
    expect(adjustSampling(asked({ ...fields, reasoningEffort: 'low' }), freed).adjusted).toHaveLength(2);
  });
});
