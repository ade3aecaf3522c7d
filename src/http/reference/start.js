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
    modelsSectionLabel: 'Schemas',
    defaultHttpClient: { targetKey: 'shell', clientKey: 'curl' },
    authentication: {
      preferredSecurityScheme: 'providerKey',
      securitySchemes: { providerKey: { token: checks.sandbox === 'ok' ? 'sandbox' : '' } },
    },
  });
});
// The policy allows no program made from text; so the check of the configuration must not try.
globalThis.__zod_globalConfig = { jitless: true };
