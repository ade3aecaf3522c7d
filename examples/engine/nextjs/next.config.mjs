// The engine reads its prompts and weights from files beside it: it is not bundled.
export default { serverExternalPackages: ['claimgate'] };
