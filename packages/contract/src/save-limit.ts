// Limits of saving, shared by server and editor. The browser imports this file, so it does not use zod.

/** Attempts to save that one request may name. */
export const maxUnanswered = 200
