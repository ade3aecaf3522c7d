/**
 * The models that the gateway lists, and what each of them takes. The catalogue as shipped is
 * `catalogue.yaml`; an operator may extend or replace it.
 */
import type { ReasoningEffort } from './chat.ts';
import type { Tier } from './plan.ts';

/**
 * What a model takes beyond messages. Each flag of the shipped catalogue has its source beside it.
 */
export interface Capabilities {
  /** The field that caps the answer's tokens, on dialects that know two. */
  readonly tokenField: 'max_tokens' | 'max_completion_tokens';
  /** `full`: 0 to 2; `unit`: 0 to 1, above is clamped; `none`: left out. */
  readonly temperature: 'full' | 'unit' | 'none';
  readonly topP: 'full' | 'none';
  /** False where temperature and top_p together are refused: top_p is then left out. */
  readonly temperatureWithTopP: boolean;
  /** True where temperature and top_p are taken after all once `reasoning_effort` is `none`. */
  readonly samplingWithoutReasoning?: boolean;
  /** The role that a system message takes on the wire. */
  readonly systemRole: 'system' | 'developer';
  /** Whether a conversation may end with the assistant's words, to be continued. */
  readonly assistantLast: boolean;
  readonly stop: boolean;
  readonly penalties: boolean;
  readonly seed: boolean;
  readonly responseFormat: 'json_schema' | 'json_object' | 'none';
  readonly reasoningEffort: boolean;
  readonly verbosity: boolean;
  readonly tools: boolean;
  /** False where no call can be forced: the model decides, and the response says so. */
  readonly forcedTools: boolean;
  /** False where tools are taken only with `reasoning_effort: none`, which is then sent. */
  readonly toolsWithReasoning: boolean;
  /** False where tools and a response format cannot be had together. */
  readonly toolsWithFormat: boolean;
  /** The kinds of parts beside text. `image_url`: an https address, which the provider fetches. */
  readonly inputs: readonly InputKind[];
  /** Media types of the pictures in a request. Absent: the provider decides. */
  readonly pictureTypes?: readonly string[];
  /** Several answers to one request. */
  readonly choices: boolean;
  readonly logprobs: boolean;
  readonly logitBias: boolean;
  /** Marks of how far the prompt may be kept in the cache. */
  readonly cacheMarks: boolean;
  /** OpenAI's field of that name. */
  readonly webSearchOptions: boolean;
  /**
   * What each effort is on the provider's wire: a word, or a number of tokens. One that is missing
   * becomes the nearest. Absent: every effort is sent as the caller wrote it, and the provider decides.
   */
  readonly efforts?: Readonly<Partial<Record<ReasoningEffort, string | number>>>;
}

export const INPUT_KINDS = ['image', 'image_url', 'pdf', 'audio'] as const;
export type InputKind = (typeof INPUT_KINDS)[number];

export interface Model {
  /** The id callers use, echoed in answers. */
  readonly id: string;
  /** Key of the provider. */
  readonly provider: string;
  /** The id on the provider's wire. */
  readonly wireId: string;
  readonly name: string;
  readonly description: string;
  readonly tier: Tier;
  /** Tokens. */
  readonly contextWindow?: number;
  /** The most tokens one answer may have. */
  readonly outputCap?: number;
  readonly capabilities: Capabilities;
  readonly price?: Price;
}

/** US dollars a million tokens. */
export interface Rates {
  readonly input: number;
  readonly output: number;
  /** Of what the provider reads from its cache; as `input` where absent. */
  readonly cachedInput?: number;
}

export interface Price extends Rates {
  /** What holds instead, for the whole call, where its prompt has more than so many tokens. */
  readonly longPrompt?: Rates & { readonly above: number };
  /** US dollars a thousand of the provider's own searches of the web; absent where that is not known. */
  readonly search?: number;
}

/** One provider and its models, in the order in which they are listed. */
export interface Provider {
  /** As in `provider/id`: of a known provider, or an operator's own. */
  readonly key: string;
  /** As listed. */
  readonly name: string;
  /** Key of the wire dialect that it speaks (`registry.ts`). */
  readonly dialect: string;
  /** Without a slash at the end. */
  readonly baseUrl: string;
  /** It needs no key, and is sent none. */
  readonly keyless?: true;
  /** What its searches cost, by the thousand; the price of each of its models has it. */
  readonly searchPrice?: number;
  /** Never empty; the first is of tier `basic`. */
  readonly models: readonly Model[];
}

/** Made by `readCatalogue`, which holds its promises. */
export interface Catalogue {
  readonly providers: readonly Provider[];
  /** Id of a listed model of tier `basic`. */
  readonly defaultModel: string;
  /** Every listed model by its id. */
  readonly models: ReadonlyMap<string, Model>;
}
