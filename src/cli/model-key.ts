/** Where a model's key comes from, for the help of commands. */
export const MODEL_KEY = "its key comes from CLAIMGATE_API_KEY or its provider's own variable";
