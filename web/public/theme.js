// Before the first paint, so that no page flashes in the other colours. The page's own script follows changes.
(() => {
  let theme = 'system';
  try {
    theme = JSON.parse(localStorage.getItem('claimgate.settings') ?? '{}').theme ?? theme;
  } catch {
    // Storage is off.
  }
  const dark = theme === 'dark' || (theme === 'system' && matchMedia('(prefers-color-scheme: dark)').matches);
  document.documentElement.dataset.theme = dark ? 'dark' : 'light';
  // What stands there until the page's script has been read is the chat's; another view begins without it.
  if (/^#\/(?:check|evaluate|status)/.test(location.hash)) document.documentElement.dataset.boot = 'other';
})();
