/**
 * Stops with one line where the runtime is too old to run the gateway: npm's scripts run the Node.js
 * that the package brings along, unless it was left out.
 */
export function checkRuntime(): void {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  if (major > 22 || (major === 22 && minor >= 19)) return;
  console.error(
    `claimgate: Node.js ${process.versions.node} is too old; 22.19 or later is needed. Run \`npm ci\` without ` +
      '`--omit=optional`, which brings a Node.js along, and start with `npm start`.',
  );
  process.exit(1);
}
