/** Every text that the page shows, in one place, for translation. */
import type { FailureFacts } from './api/failure.ts';

const count = (number: number, one: string, many: string): string =>
  `${number.toLocaleString('en')} ${number === 1 ? one : many}`;

function formatWait(seconds: number): string {
  if (seconds < 100) return `${seconds} s`;
  const minutes = Math.floor(seconds / 60);
  return `${minutes}:${String(seconds % 60).padStart(2, '0')} min`;
}

export const texts = {
  brand: 'Claimgate',
  skip: 'Skip to the content',
  views: { chat: 'Chat', check: 'Check a text', evaluate: 'Evaluate', status: 'Models & status' },
  apiReference: 'API reference',
  openMenu: 'Open the menu',
  navigation: 'Views',
  loading: 'Loading…',
  crashed: 'This view could not be shown.',
  reload: 'Reload the page',
  theme: { label: 'Colours', system: 'As the system', light: 'Light', dark: 'Dark' },

  chat: {
    title: 'Chat',
    newChat: 'New chat',
    composer: 'Your message',
    placeholder: 'Ask, or state something to check',
    send: 'Send',
    stop: 'Stop',
    hint: 'Enter sends, Shift+Enter breaks the line',
    you: 'You',
    welcome: 'What would you like to know?',
    welcomeMore:
      'Ask any model. Every factual claim, yours and the model’s, is marked where it stands and held against quoted evidence.',
    examples: [
      'Humans use only ten percent of their brain.',
      'The Eiffel Tower was completed in 1889.',
      'Lightning never strikes the same place twice.',
      'Mount Everest is the highest mountain above sea level.',
    ],
    examplesTitle: 'Try one',
    firstExample: 'The Great Wall of China is visible from the Moon. The Eiffel Tower was completed in 1889.',
    exampleNote: 'An example, answered by the sandbox inside this gateway. Write below to begin your own.',
    sandboxNote: 'Sandbox: a simulated model. Add a key for real answers.',
    waiting: 'Waiting for the model',
    writing: 'Writing',
    checking: 'Checking claims',
    stopped: 'Stopped. What had come is kept.',
    cut: 'The answer was cut off here. What had come is kept.',
    length: 'The answer reached the limit of tokens.',
    filtered: 'The provider’s content filter ended the answer.',
    emptyAnswer: 'The model said nothing.',
    copy: 'Copy',
    copied: 'Copied',
    retry: 'Try again',
    edit: 'Edit',
    editSend: 'Send again',
    cancel: 'Cancel',
    editLabel: 'Edit your message',
    toBottom: 'To the newest message',
    tokens: (answer: number, checking: number) =>
      checking > 0 ? `${answer} tokens, ${checking} more for checking` : `${answer} tokens`,
    log: 'Conversation',
    code: 'Code',
    copyCode: 'Copy the code',
    conversations: 'Conversations',
    search: 'Search conversations',
    nothingFound: 'Nothing found.',
    noConversations: 'What you write stays in this browser.',
    exportAll: 'Export this conversation',
    remove: 'Delete',
    removeQuestion: 'Delete this conversation?',
    conversationMenu: 'More for this conversation',
    untitled: 'New chat',
  },

  model: {
    label: 'Model',
    placeholder: 'Choose a model',
    tiers: { basic: 'basic', standard: 'standard', premium: 'premium' },
    context: (tokens: number) =>
      tokens >= 1_000_000
        ? `${(tokens / 1_000_000).toLocaleString('en', { maximumFractionDigits: 1 })} million tokens`
        : `${Math.round(tokens / 1_000)} thousand tokens`,
  },

  keys: {
    button: 'Keys',
    title: 'Keys of providers',
    intro: 'A key goes to its provider and nowhere else, and is never written down by the gateway.',
    field: (provider: string) => `Key for ${provider}`,
    placeholder: 'Paste your key',
    sandboxPlaceholder: 'No key: the sandbox answers',
    remember: 'Remember in this tab',
    rememberMore: 'Until the tab is closed. Otherwise keys are forgotten when the page is reloaded.',
    sandboxOn:
      'Without a key, a simulated model in the gateway’s sandbox answers, so that you can try everything.',
    done: 'Done',
    sandbox: 'Sandbox',
    own: 'Your key',
    none: 'No key',
  },

  settings: {
    button: 'Settings',
    title: 'Settings',
    mode: 'Checking',
    modes: {
      verify: 'Verify: a verdict for each claim',
      ground: 'Ground: evidence for the model',
      detect: 'Detect: claims are marked',
      off: 'Off',
    },
    modesMore: {
      verify:
        'The model answers from evidence, and judges each claim by it, with your key: about one more call.',
      ground: 'The model is given quoted evidence to answer from.',
      detect: 'Claims are found by the gateway itself: nothing else is asked.',
      off: 'The answer as the model gives it.',
    },
    system: 'System prompt',
    systemPlaceholder: 'How the model should answer',
    temperature: 'Temperature',
    topP: 'Top P',
    maxTokens: 'Longest answer, in tokens',
    asModel: 'the model’s own',
    reset: 'Back to the defaults',
  },

  verdicts: {
    supported: 'supported',
    refuted: 'refuted',
    conflicting: 'conflicting evidence',
    not_enough_evidence: 'not enough evidence',
    waiting: 'waiting',
    checking: 'being checked',
    found: 'not checked',
  },
  categories: {
    statistic: 'statistic',
    event: 'event',
    quote: 'quote',
    causal: 'cause',
    comparison: 'comparison',
    attribute: 'attribute',
    record: 'record',
    prediction: 'prediction',
    other: 'other',
  } as Readonly<Record<string, string>>,
  stances: { supports: 'supports', refutes: 'refutes', neutral: 'neutral', unjudged: 'found' },
  sources: {
    context: 'Given with the question',
    starter: 'Starter corpus',
    corpus: 'Corpus',
    wikipedia: 'Wikipedia',
    'google-fact-check': 'Google Fact Check',
    brave: 'Brave',
    tavily: 'Tavily',
    serper: 'Serper',
    exa: 'Exa',
    searxng: 'SearXNG',
    crossref: 'Crossref',
    openalex: 'OpenAlex',
    pubmed: 'PubMed',
    native: 'Web search of the model',
  } as Readonly<Record<string, string>>,

  claims: {
    panel: 'Claims',
    open: 'Show the claims',
    close: 'Close the claims',
    none: 'There is no claim to check here.',
    noneYet: 'Claims appear here as they are found.',
    yours: 'In your message',
    answers: 'In the answer',
    inText: 'In the text',
    evidence: 'Evidence',
    noEvidence: 'No evidence was found.',
    openSource: 'Open the source',
    more: 'More on this',
    newTab: 'opens in a new tab',
    normalized: 'Stands alone as',
    sure: (share: number) => `${Math.round(share * 100)} % sure`,
    likely: (share: number) => `${Math.round(share * 100)} % likely to be a claim`,
    total: (claims: number) => count(claims, 'claim', 'claims'),
    supported: (claims: number) => `${claims} supported`,
    refuted: (claims: number) => `${claims} refuted`,
    open_: (claims: number) => `${claims} open`,
    unchecked: (claims: number) => `${claims} not checked`,
    consulted: (names: string) => `Sources: ${names}`,
    progress: (done: number, of: number) => `${done} of ${of} checked`,
    confidence: (share: number, calibrated: boolean) =>
      `Confidence ${Math.round(share * 100)} %${calibrated ? '' : ', not calibrated'}`,
  },

  check: {
    title: 'Check a text',
    intro: 'Paste or drop a post, an article, or an answer of some other AI. Claims are marked as you type.',
    label: 'Text to check',
    placeholder: 'Paste or write a text here, or drop a file',
    verify: 'Verify the claims',
    verifying: 'Checking',
    stop: 'Stop',
    clear: 'Clear',
    example: 'Use an example',
    exampleText:
      'The Great Wall of China is visible from the Moon. The Eiffel Tower was completed in 1889 and stands in Paris. Mount Everest is the highest mountain above sea level. I think mountains are beautiful!',
    marked: 'Claims in the text',
    export: 'Export',
    exports: {
      report: 'Report to share (HTML file)',
      markdown: 'Markdown',
      csv: 'CSV',
      json: 'JSON',
      review: 'ClaimReview (JSON-LD)',
    },
    characters: (length: number, most: number) =>
      length * 2 < most
        ? count(length, 'character', 'characters')
        : `${length.toLocaleString('en')} of ${most.toLocaleString('en')} characters`,
    tooLong: 'The text is too long: only its beginning was taken.',
    changed: 'The text has changed since it was verified.',
    finding: 'Finding claims',
  },

  report: {
    title: 'Checked text',
    about: (claims: number, when: Date) =>
      `${count(claims, 'claim', 'claims')}, checked with Claimgate on ${when.toLocaleDateString('en', { day: 'numeric', month: 'long', year: 'numeric' })}.`,
    caution:
      'Verdicts are a model’s, from the quoted evidence alone. Follow the sources before you rely on one.',
  },

  evaluate: {
    title: 'Evaluate',
    intro: 'Measure many texts at once: how well their claims are extracted, or how they hold up.',
    drop: 'Drop a CSV or JSON Lines file here',
    dropMore: (rows: number) => `A row a text, up to ${rows} rows. The file stays in this browser.`,
    choose: 'Choose a file',
    example: 'Use an example',
    most: (rows: number) =>
      `More than ${rows} rows? The command line takes any number, and goes on where it stopped.`,
    commandLine: 'Command line',
    copyLine: 'Copy the line',
    saveRows: (rows: number) => `Save all ${rows.toLocaleString('en')} rows for it`,
    rows: (rows: number) => count(rows, 'row', 'rows'),
    tooMany: (rows: number, most: number) =>
      `${rows.toLocaleString('en')} rows, of which the first ${most} are taken here`,
    unreadable: 'No rows were found in this file. Is it CSV with a header line, or JSON Lines?',
    measure: 'What is measured',
    measures: {
      extraction: {
        title: 'How well claims are extracted',
        more: 'Accuracy, completeness and coherence of each claim, scored by the model against the text.',
      },
      verdicts: {
        title: 'How claims hold up',
        more: 'A verdict with quoted evidence for each claim, beside the one that you expect.',
      },
    },
    setup: (measure: string, column: string) => `${measure} · column “${column}”`,
    text: 'Column with the text',
    id: 'Column that names the row',
    expected: 'Column with the expected verdict',
    noColumn: 'none',
    model: 'Model that judges',
    estimate: (tokens: number) => `About ${tokens.toLocaleString('en')} tokens with this model`,
    start: 'Start',
    pause: 'Pause',
    resume: 'Resume',
    again: 'Try the failed rows again',
    another: 'Another file',
    done: (done: number, of: number) => `${done} of ${of} rows`,
    used: (tokens: number) => `${tokens.toLocaleString('en')} tokens used`,
    timeLeft: (seconds: number) =>
      seconds < 90 ? `about ${seconds} s left` : `about ${Math.round(seconds / 60)} min left`,
    failures: (rows: number) => `${rows} failed`,
    waiting: (seconds: number) => `The limit is reached: goes on by itself in ${formatWait(seconds)}`,
    download: 'Download CSV',
    bin: (from: number, to: number, claims: number) => `${from} to ${to}: ${claims}`,
    scores: {
      accuracy_score: { title: 'Accuracy', more: 'Says what the text says, and adds nothing' },
      completeness_score: { title: 'Completeness', more: 'Of what the text claims, how much is held' },
      coherence_score: { title: 'Coherence', more: 'Stands alone, one statement, grammatical' },
      confidence: { title: 'Confidence', more: 'The detector’s probability of a claim' },
    },
    verdicts: 'Verdicts',
    confidences: 'How sure the verdicts are',
    categories: 'Claims by category',
    reliability: 'Reliability',
    reliabilityOf: {
      extraction: {
        note: (right: number, of: number) =>
          `${right} of ${of} claims are verifiable to the judge. On the line would be perfect; beside the title, the mean distance from it.`,
        across: 'Confidence, %',
        up: 'Verifiable, %',
      },
      verdicts: {
        note: (right: number, of: number) =>
          `${right} of ${of} verdicts as expected. On the line would be perfect; beside the title, the mean distance from it.`,
        across: 'Sureness, %',
        up: 'As expected, %',
      },
    },
    columns: {
      row: 'Row',
      text: 'Text',
      claim: 'Claim',
      category: 'Category',
      claims: 'Claims',
      verdict: 'Verdict',
      confidence: 'Sureness',
      expected: 'Expected',
    },
    remarks: {
      added: 'Added',
      missing: 'Missing beside it',
      faults: 'Does not stand alone',
      source: 'From',
    },
    noClaim: 'no claim',
    results: 'Results',
    preview: 'Rows',
  },

  status: {
    title: 'Models & status',
    health: 'Gateway',
    states: { healthy: 'Healthy', degraded: 'Degraded', unhealthy: 'Unhealthy' },
    parts: {
      limits: 'Limits',
      store: 'Store',
      evidence: 'Evidence',
      sandbox: 'Sandbox',
      ok: 'ok',
      down: 'down',
      degraded: 'degraded',
      off: 'off',
    } as Readonly<Record<string, string>>,
    version: (version: string) => `Version ${version}`,
    up: 'Running for',
    limits: 'Limits of the key in use',
    limitsOf: 'Key of',
    plan: (plan: string) => `Plan: ${plan}`,
    windows: { hour: 'This hour', month: 'This month' },
    left: (left: number, limit: number) =>
      `${left.toLocaleString('en')} of ${limit.toLocaleString('en')} left`,
    resets: (when: string) => `starts anew ${when}`,
    noLimits: 'This key has no limit.',
    noKey: 'Add a key to see its limits.',
    models: 'Models',
    filter: 'Filter models',
    columns: { model: 'Model', provider: 'Provider', tier: 'Tier', context: 'Context', takes: 'Takes' },
    capabilities: {
      reasoning_effort: 'reasoning',
      json_schema: 'JSON schema',
      temperature: 'temperature',
      seed: 'seed',
    } as Readonly<Record<string, string>>,
    refresh: 'Refresh',
    use: 'Chat',
    useModel: (name: string) => `Chat with ${name}`,
  },

  failures: {
    actions: {
      key: 'Change the key',
      retry: 'Try again',
      wait: (seconds: number) => `Try again in ${formatWait(seconds)}`,
      settings: 'Open the settings',
      model: 'Choose another model',
      fresh: 'Begin a new chat',
      reload: 'Load the page again',
    },
    requestId: (id: string) => `Request ${id}`,
  },
} as const;

export const WAYS_OUT = ['key', 'retry', 'settings', 'model', 'fresh', 'reload'] as const;
export type WayOut = (typeof WAYS_OUT)[number];

export interface Explained {
  readonly title: string;
  readonly text: string;
  /** The first thing to do about it. */
  readonly way: WayOut;
}

/** Each failure in its own words, and what a person can do about it. */
export function explainFailure({ code, message, status }: FailureFacts): Explained {
  const said = message === '' ? '' : `${message.replace(/\.$/, '')}.`;
  const about = (words: RegExp): boolean => words.test(message);
  switch (code) {
    case 'offline':
      return {
        title: 'The gateway cannot be reached',
        text: 'Is it still running? Nothing of your message is lost.',
        way: 'retry',
      };
    case 'invalid_api_key':
      if (about(/required/)) {
        return {
          title: 'A key is needed for this model',
          text: 'Give the key of the model’s provider.',
          way: 'key',
        };
      }
      return about(/revoked/)
        ? {
            title: 'This key has been revoked or has expired',
            text: 'Make a new one at the provider, and give it here.',
            way: 'key',
          }
        : {
            title: 'The provider does not know this key',
            text: 'Check the key, and whether it is this provider’s: nothing was counted.',
            way: 'key',
          };
    case 'model_not_in_plan':
      return {
        title: 'Your plan does not include this model',
        text: 'Choose a basic model, or ask for another plan.',
        way: 'model',
      };
    case 'model_not_found':
      if (status === 404)
        return {
          title: 'There is no such model here',
          text: 'The list of models shows which there are.',
          way: 'model',
        };
      return about(/^The provider|no access/)
        ? {
            title: 'The provider does not offer this model to your key',
            text: 'Choose another one, or use a key that has access to it.',
            way: 'model',
          }
        : { title: 'The gateway does not know this model', text: 'Choose one of the list.', way: 'model' };
    case 'context_length_exceeded':
      return {
        title: 'The conversation is too long for this model',
        text: 'Begin a new chat, or choose a model with a larger context.',
        way: 'fresh',
      };
    case 'unsupported_parameter':
      return { title: 'This model does not take one of the settings', text: said, way: 'settings' };
    case 'invalid_body':
      return {
        title: 'The request is not as the gateway expects it',
        text: 'One of the settings may be out of its range.',
        way: 'settings',
      };
    case 'body_too_large':
      return {
        title: 'The message is too large',
        text: 'Send less text at once, or begin a new chat.',
        way: 'fresh',
      };
    case 'host_not_served':
      return {
        title: 'The gateway does not answer under this address',
        text: 'Open the page at localhost, or have its operator name this host in server.hosts.',
        way: 'reload',
      };
    case 'not_found':
      return { title: 'What was asked for is not there', text: OUTDATED, way: 'reload' };
    case 'method_not_allowed':
      return { title: 'The gateway does not take this kind of request', text: OUTDATED, way: 'reload' };
    case 'precondition_failed':
      return { title: 'What was asked for has changed meanwhile', text: OUTDATED, way: 'reload' };
    case 'unsupported_media_type':
      return { title: 'The gateway does not read this kind of content', text: OUTDATED, way: 'reload' };
    case 'rate_limit_exceeded':
      return {
        title: 'Your plan’s requests are used up',
        text: 'They start anew when the window turns. “Models & status” shows what is left.',
        way: 'retry',
      };
    case 'address_rate_limit_exceeded':
      return { title: 'Too many requests from here', text: 'A short wait is enough.', way: 'retry' };
    case 'concurrency_limit_exceeded':
      return {
        title: 'Too many requests with this key are open',
        text: 'Wait until one of them is answered.',
        way: 'retry',
      };
    case 'provider_rate_limit_exceeded':
      return { title: 'The provider is limiting this key', text: 'It says when to come back.', way: 'retry' };
    case 'insufficient_quota':
      return {
        title: 'This key’s quota at the provider is used up',
        text: 'Waiting does not help: top it up there, or use another key.',
        way: 'key',
      };
    case 'internal_error':
      return {
        title: 'Something went wrong in the gateway',
        text: 'The request’s number leads its operator to the fault.',
        way: 'retry',
      };
    case 'provider_overloaded':
      return { title: 'The provider is overloaded', text: 'This usually passes quickly.', way: 'retry' };
    case 'provider_cut_off':
      return {
        title: 'The provider cut the answer off',
        text: 'What had come is kept. Trying again usually helps.',
        way: 'retry',
      };
    case 'provider_timeout':
      return {
        title: 'The provider did not answer in time',
        text: 'Try again, or choose another model.',
        way: 'retry',
      };
    case 'provider_unreachable':
      return {
        title: 'The provider cannot be reached',
        text: 'The fault is between the gateway and the provider. Another provider may answer.',
        way: 'retry',
      };
    case 'provider_error':
      return { title: 'The provider failed', text: said, way: 'retry' };
    case 'over_capacity':
      return { title: 'The gateway has no room for now', text: 'A short wait is enough.', way: 'retry' };
    case 'unavailable':
      return about(/shutting down/)
        ? { title: 'The gateway is restarting', text: 'It is back in a moment.', way: 'retry' }
        : { title: 'The gateway is busy', text: said, way: 'retry' };
    default:
      return explainStatus(status, said, about(/provider/i));
  }
}

/** This page and the gateway are delivered together: they only differ where the page is from before. */
const OUTDATED = 'This page may be older than the gateway: load it again.';

/** What comes without a code of its own. */
function explainStatus(status: number, said: string, ofProvider: boolean): Explained {
  if (status >= 500)
    return { title: `The gateway answered with an error (${status})`, text: said, way: 'retry' };
  return ofProvider
    ? { title: 'The provider did not accept the request', text: said, way: 'settings' }
    : { title: 'The request was refused', text: said, way: 'settings' };
}
