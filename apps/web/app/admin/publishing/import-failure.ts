// Why an import failed, in the language of the page. The reason is stored as one English sentence, as the command line prints
// it; what it says about a file is found in it again.
import { serverText } from '../../language/server-text.ts'

/** The sentences of `ImportRejected` that have a value in them. */
export const failurePatterns = [
  '{file} cannot be read as JSON',
  'The file "{file}" is not there',
  'The alpha video "{file}" is not there',
  'The file name "{file}" leads out of the folder',
  'More than {count} files or {megabytes} MB beside the template',
] as const

/** The reason in the language of the page; one that has no translation stays English. */
export function importFailureText(message: string): string {
  for (const pattern of failurePatterns) {
    const values = valuesIn(pattern, message)
    if (values) return serverText(message, pattern, values)
  }
  return serverText(message)
}

/** What stands in a sentence where its pattern has braces; undefined when it is another sentence. */
export function valuesIn(pattern: string, sentence: string): Record<string, string> | undefined {
  const parts = pattern.split(/\{(\w+)\}/)
  const source = parts.map((part, n) => (n % 2 ? `(?<${part}>.+)` : part.replace(/[.?*+()"]/g, '\\$&'))).join('')
  return new RegExp(`^${source}$`, 's').exec(sentence)?.groups
}
