// Draws the reference. Where the gateway has a sandbox, its key stands in the form: each example can be sent.
addEventListener('DOMContentLoaded', async () => {
  const { checks } = await fetch('/health').then(
    (response) => response.json(),
    () => ({ checks: {} }),
  );
  globalThis.Scalar.createApiReference('#reference', {
    url: '/openapi.json',
    theme: 'none',
    layout: 'modern',
    darkMode: document.documentElement.dataset.theme === 'dark',
    hideDarkModeToggle: true,
    withDefaultFonts: false,
    telemetry: false,
    persistAuth: false,
    hideClientButton: true,
    showDeveloperTools: 'never',
    agent: { disabled: true },
    mcp: { disabled: true },
    documentDownloadType: 'json',
    // Closed groups have buttons whose names are not what stands on them.
    defaultOpenAllTags: true,
    modelsSectionLabel: 'Schemas',
    defaultHttpClient: { targetKey: 'shell', clientKey: 'curl' },
    authentication: {
      preferredSecurityScheme: 'providerKey',
      securitySchemes: { providerKey: { token: checks.sandbox === 'ok' ? 'sandbox' : '' } },
    },
  });
});
/** What the library's form for trying a request leaves out of its markup, and screen readers need. */
const MISSING = {
  '.cm-content[contenteditable="true"]:not([aria-label])': ['aria-label', 'Request body'],
  '.cm-content[contenteditable="false"]:not([aria-label])': ['aria-label', 'Response body'],
  '.cm-scroller[tabindex="-1"]': ['tabindex', '0'],
  '[role="combobox"]:not([aria-expanded])': ['aria-expanded', 'false'],
  'button[role="none"]': ['role', 'button'],
};

function completeMarkup() {
  for (const [selector, [name, value]] of Object.entries(MISSING)) {
    for (const element of document.querySelectorAll(selector)) element.setAttribute(name, value);
  }
  for (const button of document.querySelectorAll('button[aria-controls]')) {
    if (document.getElementById(button.getAttribute('aria-controls')) === null)
      button.removeAttribute('aria-controls');
  }
}

let drawn;
new MutationObserver(() => {
  cancelAnimationFrame(drawn);
  drawn = requestAnimationFrame(completeMarkup);
}).observe(document.documentElement, { subtree: true, childList: true });
// The policy allows no program made from text; so the check of the configuration must not try.
globalThis.__zod_globalConfig = { jitless: true };
