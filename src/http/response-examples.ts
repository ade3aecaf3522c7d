/** Answers as the sandbox gives them, for the API reference. */

const CLAIM = {
  id: 'claim-1',
  text: 'The Great Wall of China is visible from the Moon.',
  original_text: 'The Great Wall of China is visible from the Moon.',
  role: 'user',
  message_index: 0,
  start: 0,
  end: 49,
  category: 'attribute',
  confidence: 0.82,
  verdict: 'refuted',
  explanation: 'The evidence speaks of the same and says otherwise.',
  evidence: [
    {
      source: 'starter',
      title: 'Is the Great Wall of China visible from space?',
      url: '/starter/great-wall-from-space',
      quote: 'The Great Wall of China cannot be seen from the Moon with the naked eye.',
      stance: 'refutes',
    },
  ],
  verdict_confidence: 0.85,
} as const;

const METADATA = {
  claims_detected: 1,
  confidence_score: 0.85,
  sources_consulted: ['corpus', 'starter'],
  mode: 'verify',
  claims: [CLAIM],
  calibrated: false,
  usage: { prompt_tokens: 512, completion_tokens: 61, total_tokens: 573 },
} as const;

export const COMPLETION_EXAMPLE = {
  id: 'chatcmpl-8HniQVWYodrOWJy1g3NyApbH',
  object: 'chat.completion',
  created: 1_795_303_356,
  model: 'gpt-6-luna',
  choices: [
    {
      index: 0,
      message: { role: 'assistant', content: 'No: from the Moon no single structure can be told apart.' },
      finish_reason: 'stop',
    },
  ],
  usage: { prompt_tokens: 447, completion_tokens: 13, total_tokens: 460 },
  fact_check_metadata: METADATA,
} as const;

export const CHAT_EXAMPLE = {
  id: 'chatcmpl-8HniQVWYodrOWJy1g3NyApbH',
  model: 'gpt-6-luna',
  response: 'No: from the Moon no single structure can be told apart.',
  claims_identified: [{ claim: CLAIM.text, confidence: CLAIM.confidence, category: CLAIM.category }],
  fact_check_result: {
    verdict: CLAIM.verdict,
    evidence_sources: CLAIM.evidence,
    explanation: CLAIM.explanation,
  },
  fact_check_metadata: METADATA,
} as const;

export const CHECK_EXAMPLE = {
  id: 'clm-4fU0b2yXr8QmT1sVn6Lw',
  object: 'claim_check',
  created: 1_795_303_356,
  mode: 'verify',
  fact_check_metadata: { ...METADATA, claims: [{ ...CLAIM, role: 'text' }] },
} as const;

export const MODELS_EXAMPLE = {
  models_list: [
    {
      provider: 'OpenAI',
      available_models: [
        {
          name: 'GPT-6 Luna',
          model_id: 'gpt-6-luna',
          description: "OpenAI's fast, low-cost model for everyday questions in large numbers",
          tier: 'basic',
          context_window: 1_050_000,
        },
      ],
    },
  ],
  default_model: 'gpt-6-luna',
  object: 'list',
  data: [{ id: 'gpt-6-luna', object: 'model', created: 1_795_303_000, owned_by: 'OpenAI' }],
} as const;

export const CAPABILITIES_EXAMPLE = {
  'gpt-6-luna': ['reasoning_effort', 'json_schema', 'json_object'],
} as const;

export const LIMITS_EXAMPLE = {
  plan: 'pro',
  windows: [
    { name: 'hour', limit: 1_000, remaining: 934, reset: 1_795_305_600 },
    { name: 'month', limit: 50_000, remaining: 49_934, reset: 1_796_083_200 },
  ],
} as const;

export const HEALTH_EXAMPLE = {
  status: 'healthy',
  version: '1.0.0',
  uptime_seconds: 3_600,
  checks: { limits: 'ok', store: 'ok', sandbox: 'ok' },
} as const;
