// Recognizes encrypted texts. The browser imports this file, so it does not use zod.

/** The prefix of every text that is encrypted at rest; names the cipher. */
export const ENCRYPTED_PREFIX = 'aes-256-gcm:'

/** Whether a text has the form of an encrypted one. */
export function isEncrypted(text: string): boolean {
  return text.startsWith(ENCRYPTED_PREFIX)
}
