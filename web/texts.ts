/**
 * Every text that the page shows, but for those of failures (`explain-failure.ts`). They stand in one file, however long,
 * so that a translation replaces one file.
 */
const count = (number: number, one: string, many: string): string =>
  `${number.toLocaleString('en')} ${number === 1 ? one : many}`;

function formatWait(seconds: number): string {
  if (seconds < 100) return `${seconds} s`;
  const minutes = Math.floor(seconds / 60);
  return `${minutes}:${String(seconds % 60).padStart(2, '0')} min`;
}

function formatMoment(time: Date): string {
  const soon = time.getTime() - Date.now() < 86_400_000;
  return soon
    ? time.toLocaleTimeString('en', { hour: '2-digit', minute: '2-digit', hour12: false })
    : time.toLocaleDateString('en', { day: 'numeric', month: 'long' });
}

/** The time of today, else the day. */
function formatPast(time: Date): string {
  const now = new Date();
  if (time.toDateString() === now.toDateString())
    return time.toLocaleTimeString('en', { hour: '2-digit', minute: '2-digit', hour12: false });
  const year = time.getFullYear() === now.getFullYear() ? {} : ({ year: 'numeric' } as const);
  return time.toLocaleDateString('en', { day: 'numeric', month: 'short', ...year });
}

/** As many places as say something of small sums. */
export const formatDollars = (dollars: number): string =>
  `$${dollars.toLocaleString('en', { minimumFractionDigits: 2, maximumFractionDigits: dollars < 1 ? 4 : 2 })}`;

const listed = new Intl.ListFormat('en', { type: 'conjunction' });

/** What a browser keeps, in numbers. */
interface Numbers {
  readonly conversations: number;
  readonly checks: number;
  readonly runs: number;
}

const countAll = ({ conversations, checks, runs }: Numbers): string =>
  listed.format([
    count(conversations, 'conversation', 'conversations'),
    count(checks, 'check', 'checks'),
    count(runs, 'evaluation run', 'evaluation runs'),
  ]);

export const texts = {
  brand: 'Claimgate',
  skip: 'Skip to main content',
  views: {
    chat: 'Chat',
    check: 'Check text',
    evaluate: 'Evaluate',
    status: 'Models & status',
    usage: 'Your usage',
    operate: 'Operate',
  },
  apiReference: 'API reference',
  openMenu: 'Open menu',
  navigation: 'Views',
  loading: 'Loading…',
  crashed: 'Something went wrong and this view could not be shown.',
  reload: 'Reload page',
  undo: 'Undo',
  theme: { label: 'Theme', system: 'System', light: 'Light', dark: 'Dark' },

  chat: {
    attach: {
      button: 'Attach pictures and documents',
      list: 'Attached',
      remove: (name: string) => `Remove ${name}`,
      reading: 'Reading…',
      failed: (name: string, why: string) => `${name}: ${why}`,
    },
    thoughts: 'Thoughts',
    grounded: (share: number, statements: number) =>
      `${Math.round(share * 100)}% of ${count(statements, 'statement', 'statements')} borne out by your documents`,
    title: 'Chat',
    newChat: 'New chat',
    composer: 'Your message',
    placeholder: 'Ask a question or enter a statement to check',
    send: 'Send',
    stop: 'Stop',
    hint: 'Enter to send, Shift+Enter for a new line',
    you: 'You',
    welcome: 'What would you like to know?',
    welcomeMore:
      'Ask any model. Every factual claim, yours and the model’s, is highlighted and checked against quoted evidence.',
    examples: [
      'Humans use only ten percent of their brain.',
      'The Eiffel Tower was completed in 1889.',
      'The Berlin Wall fell in 1991.',
      'Mount Everest is the highest mountain above sea level.',
    ],
    examplesTitle: 'Examples',
    firstExample: 'Lightning never strikes the same place twice. The Eiffel Tower was completed in 1889.',
    exampleNote:
      'This is an example from the built-in sandbox. Write a message below to start your own chat.',
    sandboxNote: 'You are using the sandbox, a simulated model. Add a provider key for real answers.',
    waiting: 'Waiting for response',
    writing: 'Writing',
    checking: 'Checking claims',
    stopped: 'Stopped. Partial answer kept.',
    cut: 'The answer was interrupted. Partial answer kept.',
    length: 'The answer reached the token limit.',
    filtered: 'The provider’s content filter stopped the answer.',
    emptyAnswer: 'The model returned an empty answer.',
    copy: 'Copy',
    copied: 'Copied',
    retry: 'Try again',
    edit: 'Edit',
    editSend: 'Send again',
    cancel: 'Cancel',
    editLabel: 'Edit your message',
    toBottom: 'Scroll to latest message',
    tokens: (answer: number, checking: number) =>
      checking > 0 ? `${answer} tokens + ${checking} for checking` : `${answer} tokens`,
    log: 'Conversation',
    code: 'Code',
    copyCode: 'Copy code',
    conversations: 'Conversations',
    search: 'Search conversations',
    nothingFound: 'No matching conversations',
    noConversations: 'No conversations yet',
    exportAll: 'Export conversation',
    remove: 'Delete',
    conversationMenu: 'Conversation options',
    untitled: 'New chat',
    deleted: 'Conversation deleted',
    rename: 'Rename',
    renameLabel: 'Conversation name',
    answering: 'Answer in progress',
    queued: 'Will be sent when this answer ends:',
    sendNow: 'Stop and send now',
    takeBack: 'Edit',
    editBusy: 'You can send this when the answer is complete.',
    continue: 'Continue',
    version: (number: number, of: number) => `Version ${number} of ${of}`,
    previousVersion: 'Previous version',
    nextVersion: 'Next version',
    otherVersions: 'Other versions',
    notHere: 'This conversation is not in this browser',
    notHereMore:
      'Conversations are stored only in the browser they were started in. It may also have been deleted.',
    table: 'Wide table',
    formula: 'Wide formula',
    footnote: (name: string) => `Footnote ${name}`,
    backToText: (name: string) => `Back to text from footnote ${name}`,
  },

  data: {
    button: 'Your data',
    title: 'Your data',
    kept: (kept: Numbers) => `${countAll(kept)} are kept in this browser, and nowhere else.`,
    save: 'Export everything',
    saveMore:
      'One JSON file with all conversations, checks and evaluation runs. Keys and settings are not in it.',
    open: 'Import a file',
    openMore: 'Adds what a file from “Export everything” holds. What is already here stays as it is.',
    added: ({ known, ...added }: Numbers & { readonly known: number }) =>
      `${countAll(added)} added${known === 0 ? '' : `; ${known} already here`}`,
    refused: 'Not imported',
    noRoom: (why: string) => `This browser could not keep it: ${why}`,
    copy: (title: string) => `${title} (imported)`,
    faults: {
      json: (why: string) => `The file is not valid JSON: ${why}`,
      format: 'The file is not from “Export everything”: it has no "format": "claimgate-data".',
      version: (version: string) =>
        `The file has version ${version}, which this page does not know. It reads version 1.`,
      field: (place: string, wanted: string) => `${place} is not ${wanted}.`,
      claim: (place: string) => `${place} is not a valid claim.`,
      place: (place: string) => `${place} does not stand in the text where it says.`,
      twice: (place: string, id: string) => `${place} has the same id as another one: ${id}`,
    },
    wanted: {
      object: 'an object',
      list: 'a list',
      text: 'text',
      id: 'an id',
      number: 'a number',
      role: '"user" or "assistant"',
      metadata: 'valid metadata of a check',
      short: (most: number) => `at most ${most.toLocaleString('en')} characters long`,
      fewRows: (most: number) => `at most ${most.toLocaleString('en')} rows`,
      fewModels: (most: number) => `at most ${most} models`,
      measure: '"extraction" or "verdicts"',
      place: 'a number of what the run has',
      claim: 'a valid claim',
    },
  },

  noSuchPage: { title: 'Page not found', more: 'Choose one of these instead:' },

  model: {
    label: 'Model',
    placeholder: 'Choose a model',
    tiers: { basic: 'basic', standard: 'standard', premium: 'premium' },
    context: (tokens: number) =>
      tokens >= 1_000_000
        ? `${(tokens / 1_000_000).toLocaleString('en', { maximumFractionDigits: 1 })}M tokens`
        : `${Math.round(tokens / 1_000)}K tokens`,
    notInPlan: 'Not in your plan',
  },

  keys: {
    button: 'Keys',
    title: 'Provider keys',
    intro: 'Each key is sent to its own provider only. The gateway never stores it.',
    field: (provider: string) => `${provider} key`,
    placeholder: 'Paste your key',
    sandboxPlaceholder: 'No key (uses the sandbox)',
    remember: 'Remember keys in this tab',
    rememberMore: 'Kept until you close the tab. Otherwise keys are cleared when you reload the page.',
    sandboxOn:
      'Without a key, a simulated model in the built-in sandbox answers, so you can try everything first.',
    done: 'Done',
    sandbox: 'Sandbox',
    own: 'Your key',
    none: 'No key',
    notNeeded: 'No key needed',
    keyless: (provider: string) => `${provider}: no key needed`,
    trial:
      'When you press Done, a new key is tested with one short request, so that outside sources can be searched.',
    trying: 'Testing…',
    accepted: (provider: string) => `Accepted by ${provider}`,
    refused: (provider: string) => `${provider} rejected this key`,
    untested: (reason: string) => `Could not be tested: ${reason}`,
    plan: (plan: string) => `Plan ${plan}`,
    left: {
      minute: (left: number, limit: number) =>
        `${left.toLocaleString('en')} of ${limit.toLocaleString('en')} left this minute`,
      hour: (left: number, limit: number) =>
        `${left.toLocaleString('en')} of ${limit.toLocaleString('en')} left this hour`,
      month: (left: number, limit: number) =>
        `${left.toLocaleString('en')} of ${limit.toLocaleString('en')} left this month`,
    },
    noLimit: 'no request limit',
    runningOut: (left: number, reset: Date) =>
      `${count(left, 'request', 'requests')} left until ${formatMoment(reset)}`,
  },

  settings: {
    button: 'Settings',
    title: 'Settings',
    mode: 'Fact-checking',
    modes: {
      verify: 'Verify: a verdict for every claim',
      ground: 'Ground: give the model evidence',
      detect: 'Detect: highlight claims',
      off: 'Off',
    },
    modesMore: {
      verify:
        'The model answers from evidence, then judges each claim against it with your key. Usually one extra request.',
      ground: 'The model gets quoted evidence to answer from. Claims get no verdict.',
      detect: 'The gateway finds claims by itself. No evidence is searched.',
      off: 'The model’s answer, unchecked.',
    },
    system: 'System prompt',
    systemPlaceholder: 'Instructions for the model',
    temperature: 'Temperature',
    topP: 'Top P',
    maxTokens: 'Max tokens',
    asModel: 'Model default',
    reset: 'Reset to defaults',
    maxClaims: 'Claims per check',
    maxClaimsMore: (most: number) =>
      `How many claims of a message or text are verified at once, up to ${most}.`,
    asServer: (most: number) => `Server default (${most})`,
  },

  verdicts: {
    supported: 'supported',
    refuted: 'refuted',
    conflicting: 'conflicting evidence',
    not_enough_evidence: 'not enough evidence',
    waiting: 'waiting',
    checking: 'checking',
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
  kinds: {
    context: 'Provided context',
    own_document: 'Own documents',
    fact_check: 'Fact check',
    encyclopedia: 'Encyclopedia',
    scholarly: 'Scholarly article',
    news: 'News',
    web: 'Web page',
  } as Readonly<Record<string, string>>,
  stances: { supports: 'Supports', refutes: 'Contradicts', neutral: 'Neutral', unjudged: 'Related' },
  sources: {
    context: 'Provided context',
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
    native: 'Model’s web search',
  } as Readonly<Record<string, string>>,

  sourcePicker: {
    title: 'Sources',
    button: (what: number | string) => `Sources: ${what}`,
    sandbox: 'The sandbox searches the built-in corpus only.',
    noneOutside: 'This server has no outside sources.',
    always: 'Always on',
    states: { ok: 'Working', unknown: 'Not used yet', failing: 'Failing', empty: 'Empty' },
    failing: (problem: string) => `Failing: ${problem}`,
    costs: {
      operator: 'Paid by this server’s operator',
      caller: 'Costs tokens of your key',
      nobody: 'Free',
    },
    sees: {
      local: 'Stays in this gateway',
      archive: 'An archive of this server’s operator: sees the claims, not the text',
      outside: 'Sees the claims, not the text',
      provider: 'Your provider searches the web for the claims',
    },
  },

  whereTextsGo: {
    label: 'Where your text goes',
    nativeSearch: (provider: string) => `${provider}’s web search`,
    kept: 'Your conversation is kept in this browser.',
    chat: (provider: string, sources: readonly string[]) =>
      `Messages go to this gateway and to ${provider}${sources.length === 0 ? '' : `; claims go to ${listed.format(sources)}`}.`,
    chatSandbox: 'Messages go to this gateway and no further.',
    typing: 'What you type is kept in this browser and goes to this gateway to find claims.',
    check: (provider: string, sources: readonly string[]) =>
      `Verifying sends the text to ${provider} too${sources.length === 0 ? '' : `, and the claims to ${listed.format(sources)}`}.`,
    checkSandbox: 'It goes no further, even when you verify.',
    evaluate: (provider: string, sources: readonly string[]) =>
      `The rows go to this gateway and to ${provider}${sources.length === 0 ? '' : `; claims go to ${listed.format(sources)}`}.`,
    evaluateSandbox: 'The rows go to this gateway and no further.',
  },

  claims: {
    panel: 'Claims',
    morePlaces: (places: number) => `and ${places.toLocaleString('en')} more`,
    open: 'Show claims',
    close: 'Close claims',
    none: 'No claims to check.',
    noneYet: 'Claims will appear here.',
    yours: 'In your message',
    answers: 'In the answer',
    inText: 'In the text',
    evidence: 'Evidence',
    noEvidence: 'No evidence found',
    more: 'Learn more',
    newTab: 'opens in a new tab',
    normalized: 'In full',
    reading: 'Understood as',
    leavesOpen: 'Leaves open whom, what or when it means',
    parts: 'Statements',
    corrected: 'Correction',
    evidenceSays: 'the evidence says',
    copyCorrected: 'Copy corrected text',
    sure: (share: number) => `Confidence ${Math.round(share * 100)}%`,
    total: (claims: number) => count(claims, 'claim', 'claims'),
    supported: (claims: number) => `${claims} supported`,
    refuted: (claims: number) => `${claims} refuted`,
    unchecked: (claims: number) => `${claims} not checked`,
    consulted: (names: string) => `Sources: ${names}`,
    progress: (done: number, of: number) => `${done} of ${of} checked`,
    confidence: (share: number, calibrated: boolean) =>
      `Borne out ${Math.round(share * 100)}%${calibrated ? '' : ' (not calibrated)'}`,
    conflicting: (claims: number) => `${claims} conflicting`,
    notEnough: (claims: number) => `${claims} not enough evidence`,
    details: 'Details',
    likelihood: 'Likelihood of being a claim',
    worthiness: 'Check-worthiness',
    category: 'Category',
    language: 'Language',
    unsupported: (language: string) =>
      `Claims in ${language} are found by general rules; some may be missing.`,
    trainedOn:
      'Detection is trained on English, Spanish, German, French, Italian, Portuguese, Dutch, Polish, Turkish, Arabic, Hindi and Chinese.',
    places: 'Places',
    percent: (share: number) => `${Math.round(share * 100)}%`,
    sent: (names: string, query: string) => `Sent to ${names}: “${query}”`,
    sentTitle: 'What was sent',
    sentMore: (more: number) => `Show ${more} more`,
    checkRest: (claims: number) => `Check the remaining ${claims}`,
    checkThese: (claims: number) => `Check ${count(claims, 'claim', 'claims')}`,
    restCost: (requests: number, tokens: number) =>
      `${count(requests, 'request', 'requests')}, about ${tokens.toLocaleString('en')} tokens`,
    stopRest: 'Stop',
    announce: (checked: number, of: number, counts: string) =>
      `${checked} of ${count(of, 'claim', 'claims')} checked${counts === '' ? '' : `: ${counts}`}`,
  },

  check: {
    title: 'Check text',
    intro: 'Paste or drop a post, an article or another AI’s answer. Claims are highlighted as you type.',
    label: 'Text to check',
    placeholder: 'Paste or type text here, or drop a file: PDF, DOCX, HTML, Markdown, text',
    document: {
      link: 'Paste a link',
      open: 'Open',
      choose: 'Choose file',
      tooLarge: 'The file is larger than 5 MB.',
    },
    verify: 'Verify claims',
    verifying: 'Checking…',
    stop: 'Stop',
    clear: 'Clear',
    example: 'Try an example',
    exampleText:
      'Lightning never strikes the same place twice. Pure water boils at 90 degrees Celsius at sea level. The human body has 206 bones. The Eiffel Tower was completed in 1889. I think mountains are beautiful!',
    marked: 'Claims in the text',
    export: 'Export',
    exports: {
      report: 'Shareable report (HTML)',
      docx: 'Word document (DOCX)',
      markdown: 'Markdown',
      csv: 'CSV',
      json: 'JSON',
      review: 'ClaimReview (JSON-LD)',
    },
    docxFailed: 'The Word document could not be written. Reload the page and try again.',
    reviewLacks: (lacks: readonly ('url' | 'author')[]) =>
      `Search engines will not take it: ${lacks
        .map((one) => (one === 'url' ? 'the report’s address' : 'author or publisher'))
        .join(' and ')} missing. See “Report details”.`,
    characters: (length: number, most: number) =>
      length * 2 < most
        ? count(length, 'character', 'characters')
        : `${length.toLocaleString('en')} of ${most.toLocaleString('en')} characters`,
    tooLong: 'The text is too long. Only the beginning was kept.',
    finding: 'Finding claims…',
    replaced: 'Text replaced',
    cleared: 'Text cleared',
    firstCost: (checked: number, of: number, cost: string) =>
      checked < of ? `Checks ${checked} of ${of} claims: ${cost}` : cost,
    first: {
      label: 'Which claims are verified',
      worth: (claims: number) => `All ${claims.toLocaleString('en')}, the most worth checking first`,
      place: (claims: number) => `All ${claims.toLocaleString('en')}, from the beginning`,
      few: (claims: number) => `Only the ${claims} most worth checking`,
    },
    ownJudge: 'Gateway’s own judge only',
    ownJudgeName: 'Claimgate’s own judge',
    noTokens: (requests: number) =>
      `${count(requests, 'request', 'requests')}, no tokens: the gateway’s own judge reads the claims`,
    pause: 'Pause',
    goOn: (claims: number) => `Go on with the remaining ${claims}`,
    checkPicked: (claims: number) => `Check ${claims} selected ${claims === 1 ? 'claim' : 'claims'}`,
    pick: (claim: string) => `Select “${claim}”`,
    outdated: (verdicts: number) =>
      `Text changed since: ${count(verdicts, 'verdict no longer applies', 'verdicts no longer apply')}`,
    newCheck: 'New check',
    checks: 'Checks',
    search: 'Search checks',
    nothingFound: 'No matching checks',
    noChecks: 'No checks yet',
    untitled: 'Untitled check',
    menu: 'Check options',
    rename: 'Rename',
    renameLabel: 'Check name',
    remove: 'Delete',
    deleted: 'Check deleted',
    notHere: 'This check is not in this browser',
    notHereMore: 'Checks are stored only in the browser they were made in. It may also have been deleted.',
    when: (time: Date) => formatPast(time),
    print: 'Print or save as PDF',
    changedSince: 'Text changed since',
    was: (verdict: string) => `Was: ${verdict}`,
    backToClaim: 'Back to the claim',
    backToText: 'Back to the text',
  },

  operate: {
    title: 'Operate',
    key: 'Admin key',
    keyMore:
      'A key that the gateway’s config lists under admin.keys. It is forgotten when the page is closed or reloaded.',
    open: 'Open',
    leave: 'Forget the key',
    signIn: {
      with: (provider: string) => `Sign in with ${provider}`,
      more: 'What you may do here follows from your groups or roles there.',
      as: (name: string, role: string) => `${name}, ${role}`,
      roles: { admin: 'admin', viewer: 'viewer' },
      viewer: 'You may look at everything. Changes are for people with the role admin.',
      out: 'Sign out',
      over: 'Your session is over. Sign in again.',
    },
    sections: {
      label: 'Sections',
      overview: 'Overview',
      keys: 'Keys',
      corpus: 'Corpus',
      traffic: 'Traffic',
      sources: 'Sources and judge',
      reports: 'Reports',
    },
    traffic: {
      span: 'Time',
      spans: { hour: 'Last hour', day: 'Day', week: 'Week', month: '30 days', quarter: '90 days' },
      which: 'Whose answers',
      real: 'Real',
      sandbox: 'Simulated',
      since: (from: string) => `Since ${from}, whole hours or days. Nothing of any text is kept.`,
      sandboxNote: 'Answers of the sandbox: its models are simulated, and cost nothing.',
      none: 'No requests in this time.',
      someElse: (requests: number, sandbox: boolean) =>
        sandbox
          ? `${count(requests, 'request was', 'requests were')} answered by real models.`
          : `${count(requests, 'request was', 'requests were')} answered by the sandbox, and ${requests === 1 ? 'stands' : 'stand'} apart.`,
      summary: 'In all',
      errors: 'Errors',
      errorsOf: (errors: string, share: string) => `${errors} (${share})`,
      cached: 'Of those, read from a cache',
      money: 'Cost at most',
      moneyMore: 'By the prices of the catalogue. Models without a price count as nothing.',
      claims: 'Claims of answers and checked texts',
      unchecked: 'Not decided',
      uncheckedWhy: {
        limit: 'time, tokens or claims ran out',
        unsure: 'the judge was not sure',
        failed: 'a source or a judge did not answer',
        exempt: 'not meant to be checked',
      },
      over: 'Requests over time',
      overWords: (requests: string, time: string) => `${time}: ${requests}`,
      refuted: 'Refuted most',
      refutedMore: 'Of the claims in a model’s answers that got a verdict, how many were refuted.',
      refutedOf: (refuted: number, judged: number) =>
        `${refuted.toLocaleString('en')} of ${count(judged, 'claim', 'claims')} with a verdict`,
      noneRefuted: 'No claim of an answer was refuted in this time.',
      models: 'By model',
      model: 'Model',
      noModel: 'No model asked',
      noModelMore: 'Texts that were checked, and what was refused before',
      apps: 'By application',
      app: 'Application',
      appsMore: 'metadata.app of the requests; where there is none, the issued key or the plan.',
      teams: 'By team',
      team: 'Team',
      teamsMore: 'Requests with the keys of a team, while these were in it.',
      deletedTeam: (id: string) => `Deleted team ${id}`,
      ofKey: (id: string) => `Key ${id}`,
      ofPlan: (plan: string) => `Keys with plan ${plan}`,
      noKey: 'Without a key',
      others: 'Others',
      byCode: 'Errors by kind',
      first: 'First text',
      whole: 'Whole answer',
      latencyMore: 'Latency: half of the answers were quicker, and 95 of 100.',
      pair: (half: string, most: string) => `${half} / ${most}`,
      seconds: (seconds: number) => `${seconds < 10 ? seconds.toFixed(1) : Math.round(seconds)} s`,
      verdicts: 'Verdicts',
      shareWords: (supported: string, refuted: string, rest: string) =>
        `${supported} supported, ${refuted} refuted, ${rest} not decided`,
      save: 'Save as CSV',
      saveOf: (what: string) => `Save as CSV: ${what}`,
      file: (what: string, day: string) => `traffic by ${what} since ${day}.csv`,
    },
    refused: {
      key: 'The gateway does not know this admin key.',
      off: 'There is no admin API at this address. The config lists no admin keys, or the API is on the admin listener (admin.port).',
    },
    day: 'Last 24 hours',
    hours: 'By hour',
    hour: 'From',
    requests: 'Requests',
    simulated: 'Of those, answered by the sandbox',
    failed: 'Refused or failed',
    tokens: 'Tokens in / out',
    inOut: (prompt: string, completion: string) => `${prompt} / ${completion}`,
    claims: 'Claims found',
    asked: 'Providers and sources',
    who: 'Asked',
    answered: 'Times',
    failures: 'Failures',
    provider: (name: string) => `Provider ${name}`,
    source: (name: string) => `Source ${name}`,
    errors: 'Errors',
    code: 'Code',
    times: 'Times',
    plans: 'Plans',
    plan: 'Plan',
    perHour: 'An hour',
    perMonth: 'A month',
    perMinute: 'A minute',
    inMinute: {
      requests: (limit: number) => count(limit, 'request', 'requests'),
      tokens: (limit: number) => count(limit, 'token', 'tokens'),
    },
    noLimit: 'no limit',
    byDefault: (plan: string) => `${plan} (default)`,
    callers: 'Callers',
    keys: 'Issued keys',
    good: 'Valid',
    revoked: 'Revoked',
    expired: 'Expired',
    usedToday: 'Used today',
    calls: (calls: number) => count(calls, 'call', 'calls'),
    mostUsed: 'Issued keys used most today',
    keyId: 'Key',
    calledTimes: 'Calls',
    dollars: 'US dollars',
    listed: 'Callers with a plan of their own',
    fingerprint: 'Fingerprint',
    note: 'Note',
    audit: 'Latest changes and refused tries',
    when: 'Time',
    actor: 'By',
    action: 'Action',
    subject: 'Of',
    outcome: 'Outcome',
    pager: { label: 'Pages', before: 'Previous page', next: 'Next page' },
  },

  corpus: {
    collection: 'Collection',
    unnamed: 'Without a name',
    collectionOf: (name: string, documents: number) =>
      `${name} (${count(documents, 'document', 'documents')})`,
    newCollection: 'New collection…',
    collectionName: 'Name of the new collection',
    useCollection: 'Use',
    collectionRule: 'Small letters, digits, dots and hyphens, beginning with a letter.',
    unnamedMore: 'Every request is checked against it first, unless its profile has other documents.',
    namedMore: (name: string) =>
      `Only requests whose profile has documents_from: corpus:${name} are checked against it.`,
    add: 'Add documents',
    addMore:
      'PDF, DOCX, HTML, Markdown, plain text or JSON Lines, up to 5 MB each. Drop them here, or choose them.',
    choose: 'Choose files',
    link: 'Address of a page',
    addLink: 'Add page',
    additions: 'Added and failed',
    progress: (done: number, all: number, failed: number) =>
      `${done} of ${all} done${failed === 0 ? '' : `, ${failed} failed`}`,
    clear: 'Clear list',
    states: { waiting: 'Waiting', reading: 'Reading…' },
    added: (added: number, replaced: number, unchanged: number, passages: number, collection: string) =>
      [
        ...(added === 0 ? [] : [`${count(added, 'document', 'documents')} added`]),
        ...(replaced === 0 ? [] : [`${count(replaced, 'document', 'documents')} replaced`]),
        ...(unchanged === 0 ? [] : [`${count(unchanged, 'document', 'documents')} already there`]),
        ...(added + replaced === 0 ? [] : [count(passages, 'passage', 'passages')]),
        collection,
      ].join(' · '),
    linesFailed: (lines: number) => `${count(lines, 'line was', 'lines were')} left out:`,
    line: (line: number, reason: string) => `Line ${line}: ${reason}`,
    find: 'Try a search',
    findMore: 'The passages that a claim would find in this collection.',
    query: 'A claim, or words',
    search: 'Search',
    found: (passages: number) =>
      passages === 0
        ? 'Nothing was found.'
        : `${count(passages, 'passage', 'passages')} found, the best first.`,
    passagesFound: 'Passages found',
    documents: 'Documents',
    filter: 'Title, address or id',
    empty: 'There is no document in this collection yet.',
    nothingHolds: (typed: string) => `No document’s title, address or id holds “${typed}”.`,
    decision: 'a decision on a claim',
    passages: (passages: number) => count(passages, 'passage', 'passages'),
    remove: 'Remove',
    removeOf: (name: string) => `Remove ${name}`,
    removeSure: (name: string) => `Remove “${name}”?`,
    removeMore: 'Claims no longer find it. To have it back, it must be added again.',
  },

  operateSources: {
    judge: 'The gateway’s own judge',
    judgeStates: { ready: 'Ready', off: 'Off', absent: 'Not installed', failed: 'Failed' },
    judgeMore: {
      ready: 'It loads when it is first asked.',
      off: 'Config wants none: judge.local.enabled is false.',
      absent: 'This installation lacks the model, or what runs it.',
      failed: 'It could not be loaded, or its server does not answer. The log says why.',
    },
    model: 'Model',
    shipped: 'the one that ships',
    threshold: {
      supported: 'Supported from',
      whole: 'Supported, word for word, from',
      refuted: 'Refuted from',
    },
    calibrated: 'Calibrated',
    yes: 'yes',
    no: 'no',
    mostPairs: 'Most pairs of a request',
    deadline: 'Deadline',
    seconds: (seconds: number) => `${seconds.toLocaleString('en')} s`,
    judged: 'Pairs judged',
    refused: 'Pairs refused',
    pairsMore:
      'A pair is a claim beside an excerpt. Counted in the process that answers, since its start. Refused: too many waited, or the model failed.',
    tryOne: 'Try one claim',
    tryMore:
      'What each source finds, and what the own judge says. No provider is asked, and nothing is kept.',
    claim: 'Claim',
    example: 'Lightning never strikes the same place twice.',
    try: 'Try',
    outside: 'Ask sources outside too: they see the claim, and some cost money',
    noClaim: 'There is no claim in it that can be checked.',
    notJudged: 'No verdict',
    sure: (share: number) => `${Math.round(share * 100)}% sure`,
    quoted: (source: string, stance: string) => `${source} · ${stance}`,
    bySource: 'By source',
    found: (found: number, bearing: number) =>
      found === 0
        ? 'Nothing found'
        : `${count(found, 'passage', 'passages')} found, ${bearing === 0 ? 'none' : bearing} on the claim`,
  },

  issuedKeys: {
    issue: 'Issue a key',
    issueNow: 'Issue key',
    list: 'Issued keys',
    filter: 'Shown keys',
    filters: { all: 'All keys', good: 'Valid', expired: 'Expired', revoked: 'Revoked' },
    none: {
      all: 'No key was issued yet. Callers use keys of their own, or the sandbox.',
      good: 'No valid key. Issue one, and callers need no provider key of their own.',
      other: 'There is none.',
    },
    states: { good: 'Valid', expired: 'Expired', revoked: 'Revoked' },
    defaultPlan: 'default plan',
    ofPlan: (plan: string) => `plan ${plan}`,
    ofTeam: (team: string) => `team ${team}`,
    teamSpent: 'Budget of the team spent',
    allModels: 'all models of the plan',
    issuedOn: (time: Date) => `issued ${formatPast(time)}`,
    expires: (time: Date) => `until ${time.toLocaleString('en', { dateStyle: 'medium', timeZone: 'UTC' })}`,
    used: {
      tokens: (used: number) => `${count(used, 'token', 'tokens')} this month, no limit`,
      usd: (used: number) => `${formatDollars(used)} this month, no limit`,
    },
    budget: {
      tokens: (used: number, limit: number, when: string) =>
        `${used.toLocaleString('en')} of ${count(limit, 'token', 'tokens')} ${when}, ${Math.max(0, limit - used).toLocaleString('en')} left`,
      usd: (used: number, limit: number, when: string) =>
        `${formatDollars(used)} of ${formatDollars(limit)} ${when}, ${formatDollars(Math.max(0, limit - used))} left`,
    },
    periods: { month: 'this month', day: 'today (UTC)' },
    budgetOf: (name: string, unit: 'tokens' | 'usd', when: string) =>
      `${unit === 'usd' ? 'dollars' : unit} used ${when} by ${name}`,
    budgetStates: {
      nearly_spent: (share: number) => `${Math.floor(100 * share)}% used`,
      spent: () => 'Budget spent',
    },
    change: 'Change',
    changeOf: (name: string) => `Change ${name}`,
    save: 'Save',
    rotate: 'New secret',
    rotateOf: (name: string) => `New secret for ${name}`,
    revoke: 'Revoke',
    revokeOf: (name: string) => `Revoke ${name}`,
    sure: {
      rotate: (name: string) => `Give ${name} a new secret?`,
      revoke: (name: string) => `Revoke ${name}?`,
    },
    consequence: {
      rotate:
        'The secret in use stops working at once, and cannot be brought back. Plan, models and budgets stay, with what was used of them.',
      revoke: 'Every request with it is refused within a second. This cannot be undone.',
    },
    shown: (name: string) => `The key of ${name}`,
    shownOnce: 'Copy it now: it is shown this once, and the gateway does not keep it.',
    copy: 'Copy key',
    notCopied: 'The browser does not let this page copy. Select the key and copy it.',
    note: 'Name',
    noteMore: 'Who uses it. No secret.',
    plan: 'Plan',
    team: 'Team',
    teamMore: 'What it spends counts for the team too.',
    noTeam: 'No team',
    planOfTeam: (plan: string) => `The plan of its team (${plan})`,
    defaultPlanOf: (plan = '') => (plan === '' ? 'The default plan' : `The default plan (${plan})`),
    models: 'Models',
    modelsMore: 'All of the plan, unless some are chosen.',
    tokensPerMonth: 'Tokens a month',
    tokensMore: 'In and out.',
    dollarsPerMonth: 'US dollars a month',
    tokensPerDay: 'Tokens a day',
    dollarsPerDay: 'US dollars a day',
    perDayMore: 'Days are UTC. It holds beside a budget for the month.',
    noBudget: 'no limit',
    lastDay: 'Expires',
    lastDayMore: 'When that day begins (UTC). Never, if left empty.',
  },

  teams: {
    team: 'Team',
    list: 'Teams',
    create: 'Create a team',
    createNow: 'Create team',
    filter: 'Team whose keys are shown',
    all: 'Keys of all teams',
    keys: (keys: number) => count(keys, 'key', 'keys'),
    showKeys: 'Keys',
    keysOf: (name: string) => `Keys of ${name}`,
    delete: 'Delete',
    deleteOf: (name: string) => `Delete ${name}`,
    sure: (name: string) => `Delete the team ${name}?`,
    consequence: 'What its keys have used stays in the reports.',
    fate: 'What becomes of its keys',
    fates: {
      release: (keys: number) =>
        `${count(keys, 'key goes', 'keys go')} on without a team, its plan and its budgets`,
      revoke: (keys: number) => `Revoke ${count(keys, 'key', 'keys')}`,
    },
    name: 'Name',
    nameMore: 'Callers see it where a budget of the team is spent.',
    noPlan: 'None',
    planMore: 'Of its keys that have none of their own.',
    note: 'Note',
    noteMore: 'Seen by operators alone. No secret.',
  },

  decide: {
    decide: 'Give your verdict',
    dispute: 'Dispute',
    change: 'Change',
    withdraw: 'Withdraw',
    checkAgain: 'Check again',
    otherJudge: 'Another judge',
    judge: 'Judge of this claim',
    judgeHow: 'Only this claim is checked again, with the sources that are chosen now.',
    title: 'Your verdict on this claim',
    yours: 'your verdict',
    heading: 'Your verdict',
    verdict: 'Verdict',
    note: 'Why (optional)',
    own: 'Evidence of the person who checks',
    evidence: (number: number) => `Evidence ${number} (optional)`,
    evidenceText: (number: number) => `Text of evidence ${number}`,
    evidenceLink: (number: number) => `Link of evidence ${number}`,
    evidenceMore: 'A quote, or what you know',
    badLink: 'A link must begin with https:// or http://.',
    moreEvidence: 'Add evidence',
    save: 'Save',
    decided: (claims: number) => `${claims} decided by you`,
    modelSaid: (verdict: string) => `The model said: ${verdict}`,
    linkRead: '“Check again” reads the page of a link without text.',
    notRead: (why: string) => `The model did not read this page. ${why}`,
  },

  filters: {
    title: 'Which claims are shown',
    categories: 'Categories',
    order: 'Order',
    byPlace: 'In order',
    byWorth: 'Most worth checking first',
    decided: 'your verdict',
    of: (name: string, claims: number) => `${name} (${claims})`,
    shown: (claims: number, of: number) => `${claims} of ${of} claims shown`,
    none: 'No claim fits.',
    clear: 'Show all',
    keys: {
      title: 'Keys',
      list: [
        ['j', 'Next claim'],
        ['k', 'Previous claim'],
        ['o', 'To the claim in the text'],
        ['Esc', 'Back to where you came from'],
        ['?', 'Show these keys'],
      ],
    },
  },

  report: {
    title: 'Fact-check report',
    details: 'Report details',
    fields: {
      title: 'Report details',
      ofReport: 'Report',
      ofArticle: 'Article that was checked',
      report: { title: 'Title', author: 'Author', publisher: 'Publisher', date: 'Date', url: 'Address' },
      article: { title: 'Title', author: 'Author', date: 'Date', url: 'Address' },
      urlMore: 'Where you will publish the report. ClaimReview names it; without it, the article’s address.',
      dateMore: 'Without one, the day of the export.',
    },
    of: (article: string) => `Fact check: ${article}`,
    article: 'Article',
    published: 'Report address',
    checkedOn: 'Checked on',
    judge: 'Judge model',
    simulated: (model: string) => `${model} (simulated by the sandbox)`,
    sources: 'Sources consulted',
    totals: 'Claims',
    checked: (claims: number, checked: number, byPerson: number) =>
      `${count(claims, 'claim', 'claims')}, ${checked === claims ? 'all' : checked} checked with Claimgate${byPerson === 0 ? '' : `, ${byPerson} decided by a person`}`,
    text: 'Text',
    claim: (number: number, verdict: string) => `Claim ${number}: ${verdict}`,
    decidedBy: (by: string | undefined, day: string | undefined) =>
      `decided by ${by ?? 'a person'}${day === undefined ? '' : `, ${day}`}`,
    otherDecided: (by: string, day: string | undefined, verdict: string, more: string) =>
      `${by}${day === undefined ? '' : `, ${day}`}: ${verdict}.${more === '' ? '' : ` ${more}`}`,
    differ: 'Several people decided, and do not agree.',
    sourceList: 'Sources',
    inClaims: (count: number) => (count === 1 ? 'claim' : 'claims'),
    decidedAs: (verdict: string) => `Decided by a person: ${verdict}.`,
    modelSaid: (verdict: string) => `Model’s verdict: ${verdict}`,
    note: 'Note',
    ownEvidence: 'Person’s evidence',
    seeAlso: 'See also',
    sure: (word: string, share: number) => `${word} confidence, ${Math.round(share * 100)}%`,
    sureness: { high: 'high', moderate: 'moderate', low: 'low' },
    scale:
      'Confidence is how likely the model’s verdict is to be right: high from 80%, moderate from 60%, low below.',
    /** In ClaimReview, as the gateway writes them. */
    ratings: {
      supported: 'True',
      refuted: 'False',
      conflicting: 'Conflicting evidence',
      not_enough_evidence: 'Not enough evidence',
    },
    legend: 'What the verdicts mean',
    meanings: {
      supported: 'The quoted evidence says the same.',
      refuted: 'The quoted evidence contradicts the claim.',
      conflicting: 'Some of the quoted evidence supports the claim, some contradicts it.',
      not_enough_evidence: 'The evidence found neither supports nor contradicts the claim.',
      found: 'The claim was found in the text but not checked.',
    },
    caution:
      'Verdicts were given by an AI model from the quoted evidence only, unless marked as decided by a person. Check the sources before you rely on them.',
    simulatedCaution:
      'The judge was a simulated model: these verdicts show how a report looks and must not be relied on.',
  },

  operateReports: {
    title: 'Published reports',
    none: 'No report is published.',
    facts: (claims: number, created: Date, maker: string) =>
      `${count(claims, 'claim', 'claims')} · published ${formatPast(created)} · by ${/^ik_/.test(maker) ? `key ${maker}` : `caller ${maker.slice(0, 12)}`}`,
    remove: 'Remove',
    removeOf: (name: string) => `Remove ${name}`,
    removeSure: (name: string) => `Remove “${name}”?`,
    removeMore: 'Nobody can read it any more, and nothing of it is kept. Its maker is not told.',
  },

  operateShared: {
    title: 'Shared checks',
    none: 'No check is shared.',
    facts: (claims: number, created: Date, changed: Date, maker: string) =>
      `${count(claims, 'claim', 'claims')} · shared ${formatPast(created)} · changed ${formatPast(changed)} · by ${/^ik_/.test(maker) ? `key ${maker}` : `caller ${maker.slice(0, 12)}`}`,
    remove: 'Remove',
    removeOf: (name: string) => `Remove shared check ${name}`,
    removeSure: (name: string) => `Remove shared check ${name}?`,
    removeMore:
      'Nobody can open it any more, and the gateway keeps nothing of it. Those who take part are told; what they decided stays in their browsers.',
  },

  share: {
    open: 'Share',
    openShared: 'Shared',
    title: 'Decide together',
    intro:
      'Whoever has the address opens this check: the text, its claims and verdicts, all quoted evidence (of your own documents too). They decide claims and write notes under a name that they give. All see what the others decide.',
    shared: 'Whoever has this address reads the check and decides on its claims.',
    address: 'Address of the shared check',
    name: 'Your name',
    share: 'Share',
    change: 'Share changes',
    stop: 'Stop sharing',
    done: 'Shared.',
    changed: 'The others get the text and its claims as they are now.',
    stopped: 'Nobody can open it any more, and the gateway keeps nothing of it.',
    together: 'Deciding together',
    welcome: 'Somebody shares this check with you. The others see your name with what you decide.',
    takePart: 'Take part',
    people: (name: string, others: readonly string[]) =>
      others.length === 0
        ? `You take part as ${name}. Nobody else has decided anything yet.`
        : `You take part as ${name}, beside ${new Intl.ListFormat('en').format(others)}.`,
    fresh: 'The others see what you decide, and you see what they decide.',
    waiting: (why: string) => `What you decide stays here, and is sent as soon as that works. ${why}`,
    ended: 'This check is no longer shared. What you and the others have decided stays in this browser.',
    apart: 'The text was changed by whoever shares it; you have changed yours, which stays as it is.',
    takeOver: 'Take over theirs',
    others: 'what others decided',
    differ: 'You do not agree.',
    differing: 'verdicts differ',
    said: (name: string, verdict: string) => `${name}: ${verdict}`,
    when: (time: Date) => formatPast(time),
    refusal: ({ status, message }: { readonly status: number; readonly message: string }) =>
      status === 404
        ? {
            notHere: 'This check is not shared any more',
            notHereMore: 'It was ended, or its address is not complete. Ask whoever gave it to you.',
          }
        : {
            notHere: 'This check cannot be opened',
            notHereMore:
              status === 401
                ? 'The gateway wants a key: enter one that it knows under “Keys”, and open the address again.'
                : `Open its address again in a moment. ${message}`,
          },
  },

  publish: {
    open: 'Publish',
    openPublished: 'Published',
    title: 'Publish the report',
    intro:
      'Anybody who has the address can read it: the text, its claims and verdicts, all quoted evidence (of your own documents too), and your notes. You can take it back at any time.',
    published: 'Anybody who has this address can read the report as it was when it was last published.',
    address: 'Address of the report',
    copy: 'Copy address',
    read: 'Open',
    lacking: 'Missing for readers and search engines:',
    lacks: {
      simulated:
        'Real verdicts: the sandbox played the judge. Search engines are asked to leave the report out.',
      author: 'An author or a publisher, who answers for the report (see “Report details”).',
      date: 'A date of the report: the day on which you publish it stands there.',
      article: 'A public address of the article in which the claims were made.',
    },
    lacksVerdicts: (claims: number) =>
      `A verdict on ${count(claims, 'claim', 'claims')}: search engines get no ClaimReview of ${claims === 1 ? 'it' : 'them'}.`,
    index: 'Let search engines list it',
    publish: 'Publish',
    change: 'Publish changes',
    takeBack: 'Take back',
    done: 'Published.',
    takenBack: 'Taken back: nobody can read it any more.',
    noKey: 'Enter a key whose plan lets you publish to change this.',
    notFound:
      'With this key no such report is published: it was taken back already, or another key published it.',
    forget: 'Forget its address',
  },

  evaluate: {
    title: 'Evaluate',
    intro:
      'Measure many texts at once: how well claims are extracted, or whether they are true. Compare two models on the same rows.',
    drop: 'Drop a CSV or JSON Lines file here',
    dropMore: (rows: number) =>
      `One text per row, up to ${rows.toLocaleString('en')} rows. Optional: a reference verdict or reference claims to compare with.`,
    choose: 'Choose file',
    example: 'Try an example',
    most: (rows: number) =>
      `More than ${rows.toLocaleString('en')} rows? The command line takes any number and resumes where it stopped.`,
    commandLine: 'Command line',
    copyLine: 'Copy command',
    saveRows: (rows: number) => `Save all ${rows.toLocaleString('en')} rows`,
    rows: (rows: number) => count(rows, 'row', 'rows'),
    tooMany: (rows: number, most: number) =>
      `${rows.toLocaleString('en')} rows; the first ${most.toLocaleString('en')} are used here`,
    unreadable: (file: string) =>
      `${file} has no rows that can be read. Use a CSV file with a header row, or JSON Lines.`,
    repeated: (rows: number, texts: number) =>
      `The ${count(rows, 'row holds', 'rows hold')} ${count(texts, 'different text', 'different texts')}: repeated texts count each time, and make shares look surer than they are.`,
    measure: 'What to measure',
    measures: {
      extraction: {
        title: 'Claim extraction',
        more: 'Accuracy, completeness and coherence of each claim, scored by the model against the text; compared with reference claims where the file has them.',
      },
      verdicts: {
        title: 'Verdicts',
        more: 'A verdict with quoted evidence for each claim; compared with reference verdicts where the file has them.',
      },
    },
    setup: (measure: string, column: string) => `${measure} · column “${column}”`,
    text: 'Text column',
    id: 'ID column',
    expected: 'Reference verdict column',
    claimsColumn: 'Reference claims column',
    noColumn: 'None',
    model: 'Judge model',
    second: 'Compare with',
    noSecond: 'No second model',
    secondGoes: (provider: string) => `They go to ${provider} too.`,
    keptHere: 'Rows and results are kept in this browser until you delete the run.',
    notKept: 'This browser cannot keep the run. Its results are lost when this page is closed or reloaded.',
    elsewhere: 'This run is going on in another tab. Pause it there to go on here.',
    lacksKey: (provider: string) =>
      `This run was started with your ${provider} key, which is no longer here. Enter it, then resume.`,
    enterKey: 'Enter key',
    rule: 'A text with several claims gets the worst of their verdicts: refuted, then conflicting evidence, then not enough evidence, then supported. Its confidence is that of the claims with this verdict. A text in which no claim was found or checked gets no verdict, and counts as wrong.',
    references: (rows: number) => `${count(rows, 'row has', 'rows have')} a reference verdict.`,
    noReferences: (rows: number) => `${count(rows, 'row has', 'rows have')} none.`,
    unclear: (rows: number, which: string) =>
      `${count(rows, 'row has one that was', 'rows have one that was')} not understood: ${which}.`,
    unclearRow: (row: number, said: string) => `${row} (“${said}”)`,
    unread: (lines: number, which: string) =>
      `${count(lines, 'line of the file is', 'lines of the file are')} not valid JSON and left out: ${which}.`,
    andMore: (more: number) => `and ${more.toLocaleString('en')} more`,
    estimate: (tokens: number, models: number) =>
      `About ${tokens.toLocaleString('en')} tokens${models > 1 ? ' with each model' : ' with this model'}`,
    earlier: 'Runs in this browser',
    searchRuns: 'Search runs',
    noRunFound: 'No run found',
    notHere: 'This run is not in this browser',
    notHereMore:
      'Runs are kept in the browser that made them. It may have been deleted, or made in another browser: export it there with “Your data” and import it here.',
    openRun: (file: string) => `Open ${file}`,
    removeRun: (file: string) => `Delete ${file}`,
    open: 'Open',
    remove: 'Delete',
    removeSure: 'Delete this run and its results?',
    keep: 'Keep',
    earlierMore: (when: Date, models: string) =>
      `${when.toLocaleString('en', { day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit', hour12: false })}${models === '' ? '' : ` · ${models}`}`,
    compared: {
      title: 'Compared with the reference',
      verdictsSoFar: (rows: number, of: number) =>
        `So far ${rows.toLocaleString('en')} of ${of.toLocaleString('en')} rows with a reference verdict.`,
      figure: 'Figure',
      rows: 'Rows compared',
      right: 'Accuracy',
      rightMore: 'share of rows with the reference’s verdict',
      range: 'Accuracy, 95% interval',
      rangeMore: 'where it would lie for many more such rows; too narrow where texts repeat',
      fromTo: (low: number, high: number) => `${(low * 100).toFixed(1)} to ${(high * 100).toFixed(1)}%`,
      macroF1: 'Macro-F1',
      macroF1More: 'mean F1 of the verdicts that the reference has; rare ones count as much as common ones',
      failed: 'Failed rows, left out',
      share: (part: number, of: number) =>
        `${((part / of) * 100).toFixed(1)}% (${part.toLocaleString('en')} of ${of.toLocaleString('en')})`,
      byVerdict: 'By verdict',
      byVerdictMore:
        'Precision: how many of the rows that came out so are right. Recall: how many of the reference’s rows with this verdict were found. F1 joins both.',
      precision: 'Precision',
      recall: 'Recall',
      f1: 'F1',
      inReference: 'Reference rows',
      nothing: '–',
    },
    matrix: {
      title: 'Confusion matrix',
      of: (model: string) => `Confusion matrix: ${model}`,
      note: 'Down: the reference. Across: what the model found. Outlined cells are right.',
      reference: 'Reference',
      none: 'no verdict',
      total: 'Total',
      cell: (rows: number, expected: string, found: string) =>
        `${count(rows, 'row', 'rows')}: reference ${expected}, found ${found}`,
    },
    both: {
      title: 'Two models side by side',
      rows: (rows: number) => `Over ${count(rows, 'row', 'rows')} that both have measured:`,
      bothRight: (rows: number) => `${count(rows, 'row', 'rows')}: both are right`,
      only: (model: string, rows: number) => `${count(rows, 'row', 'rows')}: only ${model} is right`,
      bothWrong: (rows: number) => `${count(rows, 'row', 'rows')}: both are wrong`,
      same: 'Both are right in the same rows.',
      likely: (model: string, p: string, often: string) =>
        `${model} is better, and hardly by chance: two equally good models would differ this much in about ${often} (p = ${p}, McNemar’s exact test).`,
      unsure: (p: string, often: string) =>
        `This may be chance: two equally good models would differ this much in about ${often} (p = ${p}, McNemar’s exact test).`,
      often: (p: number) =>
        p >= 0.01
          ? `${Math.round(p * 100)} of 100 such comparisons`
          : p >= 0.000001
            ? `1 of ${Number((1 / p).toPrecision(1)).toLocaleString('en')} such comparisons`
            : 'fewer than 1 of 1,000,000 such comparisons',
      p: (p: number) => (p < 0.001 ? 'below 0.001' : p.toFixed(3)),
      showDiffering: (rows: number) => `Show ${count(rows, 'row that differs', 'rows that differ')}`,
    },
    extracted: {
      title: 'Scores by model',
      withClaims: 'Compared with the reference claims',
      note: 'Extracted and reference claims are matched one to one by their words (token F1 from 0.5 on). Over all claims of the rows.',
      claims: 'Claims extracted',
      rows: 'Rows with reference claims',
      matched: 'Claims matched',
      of: (part: number, whole: number) => `${part.toLocaleString('en')} of ${whole.toLocaleString('en')}`,
      macroF1: 'Mean F1 of rows',
    },
    chartsOf: 'Model shown',
    filter: 'Rows shown',
    filters: {
      all: 'All rows',
      differ: 'Models differ',
      wrong: 'Not as in the reference',
      failed: 'Failed',
      unclear: 'Reference not understood',
    },
    noneSuch: 'No such rows',
    notSo: 'not as in the reference',
    start: 'Start',
    pause: 'Pause',
    resume: 'Resume',
    again: 'Retry failed rows',
    another: 'Choose another file',
    done: (done: number, of: number) => `${done.toLocaleString('en')} of ${of.toLocaleString('en')} rows`,
    finished: (file: string) => `Evaluation of ${file} finished`,
    used: (tokens: number) => `${tokens.toLocaleString('en')} tokens used`,
    fromMemory: (rows: number) =>
      `${count(rows, 'row', 'rows')} from memory: the gateway had these verdicts already`,
    timeLeft: (seconds: number) =>
      seconds < 90 ? `about ${seconds} s left` : `about ${Math.round(seconds / 60)} min left`,
    failures: (rows: number) => `${rows.toLocaleString('en')} failed`,
    download: 'Download CSV',
    downloadJson: 'Download JSON',
    bin: (from: number, to: number, claims: number) => `${from} to ${to}: ${claims}`,
    scores: {
      accuracy_score: { title: 'Accuracy', more: 'Says what the text says and adds nothing' },
      completeness_score: { title: 'Completeness', more: 'How much of what the text claims is covered' },
      coherence_score: { title: 'Coherence', more: 'One grammatical statement that stands alone' },
      confidence: { title: 'Confidence', more: 'The detector’s probability that it is a claim' },
    },
    verdicts: 'Verdicts',
    confidences: 'Verdict confidence',
    categories: 'Claims by category',
    reliability: 'Reliability',
    ofModel: (what: string, model: string) => `${what}: ${model}`,
    excess: (points: number) =>
      Math.abs(points) < 0.5
        ? 'On average it is as sure as it is right.'
        : `On average it is ${count(Math.round(Math.abs(points)), 'point', 'points')} too ${points > 0 ? 'sure' : 'unsure'}.`,
    reliabilityOf: {
      extraction: {
        point: (sure: number, right: number, size: number) =>
          `When the detector says ${sure}%, ${right}% of ${count(size, 'claim is', 'claims are')} verifiable.`,
        note: (right: number, of: number) =>
          `The judge finds ${right} of ${of} claims verifiable. A perfect result lies on the line; the number beside the title is the mean distance from it.`,
        across: 'Confidence (%)',
        up: 'Verifiable (%)',
      },
      verdicts: {
        point: (sure: number, right: number, size: number) =>
          `When it says ${sure}%, it is right in ${right}% of ${count(size, 'row', 'rows')}.`,
        note: (right: number, of: number) =>
          `${right} of ${of} verdicts as expected. A perfect result lies on the line; the number beside the title is the mean distance from it.`,
        across: 'Confidence (%)',
        up: 'As expected (%)',
      },
    },
    columns: {
      row: 'Row',
      text: 'Text',
      claim: 'Claim',
      category: 'Category',
      claims: 'Claims',
      verdict: 'Verdict',
      confidence: 'Confidence',
      expected: 'Reference',
    },
    remarks: {
      added: 'Added',
      missing: 'Missing',
      faults: 'Does not stand alone',
      source: 'Source',
    },
    noClaim: 'No claim',
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
      ok: 'OK',
      down: 'Down',
      degraded: 'Degraded',
      off: 'Off',
    } as Readonly<Record<string, string>>,
    version: (version: string) => `Version ${version}`,
    up: 'Uptime',
    limits: 'Usage limits',
    limitsOf: 'Key for',
    plan: (plan: string) => `Plan: ${plan}`,
    windows: { minute: 'This minute', hour: 'This hour', month: 'This month' },
    left: (left: number, limit: number) =>
      `${left.toLocaleString('en')} of ${limit.toLocaleString('en')} left`,
    budgets: {
      month: { tokens: 'Tokens this month', usd: 'Money this month' },
      day: { tokens: 'Tokens today', usd: 'Money today' },
    },
    ofTeam: (budget: string, team: string) => `${budget}, team ${team}`,
    leftOf: (left: string, limit: string) => `${left} of ${limit} left`,
    andReserved: (left: string, reserved: string) => `${left}, ${reserved} reserved`,
    resets: (when: string) => `Resets ${when}`,
    noLimits: 'This key has no limit.',
    noKey: 'Add a key to see its limits.',
    models: 'Models',
    filter: 'Filter models',
    columns: { model: 'Model', provider: 'Provider', tier: 'Tier', context: 'Context', takes: 'Supports' },
    capabilities: {
      reasoning_effort: 'reasoning',
      json_schema: 'JSON schema',
      temperature: 'temperature',
      seed: 'seed',
    } as Readonly<Record<string, string>>,
    refresh: 'Refresh',
    use: 'Chat',
    useModel: (name: string) => `Chat with ${name}`,
    noKeyNeeded: 'No key needed',
    notAvailable: 'Not available.',
    sources: 'Sources',
    lastAsked: (when: string) => `Last used ${when}`,
  },

  usage: {
    more: 'What the requests with your key came to. Nobody else sees it, but the operator of this gateway.',
    noKey: 'No key yet',
    noKeyMore: 'Enter the key that you use here: one of a provider, or one that this gateway issued.',
    enter: 'Enter a key',
    which: 'Key',
    first: 'No requests with this key in this time',
    firstMore:
      'Requests are counted once the provider has accepted the key. Ask in the chat, or send one from your own code:',
    chat: 'Ask in the chat',
    copy: 'Copy the command',
    question: 'When was the Eiffel Tower completed?',
  },

  limitWait: {
    in: (seconds: number) => `Limit reached. Resumes automatically in ${formatWait(seconds)}`,
    at: (time: Date) =>
      `Limit reached. Resumes automatically at ${time.toLocaleTimeString('en', { hour: '2-digit', minute: '2-digit', second: '2-digit', hour12: false })}`,
  },

  failures: {
    actions: {
      key: 'Change key',
      retry: 'Try again',
      wait: (seconds: number) => `Try again in ${formatWait(seconds)}`,
      byItself: (seconds: number) => `Retrying in ${formatWait(seconds)}`,
      settings: 'Open settings',
      model: 'Choose another model',
      fresh: 'Start new chat',
      reload: 'Reload page',
      undo: 'Undo',
    },
    requestId: (id: string) => `Request ID ${id}`,
  },
} as const;
