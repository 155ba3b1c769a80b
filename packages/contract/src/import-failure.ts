// Why an import failed. The reason is stored as one English sentence, as the command line prints it; pages find in it again
// what it says about a file, so that they can translate the rest.

/** The sentences that have a value in them. */
const failurePatterns = [
  '{file} cannot be read as JSON',
  'The file "{file}" is not there',
  'The alpha video "{file}" is not there',
  'The file name "{file}" leads out of the folder',
  'More than {count} files or {megabytes} MB beside the template',
] as const

/** The pattern of such a sentence and what stands in its braces; undefined for a sentence without values. */
export function parseImportFailure(
  sentence: string,
): { pattern: (typeof failurePatterns)[number]; values: Record<string, string> } | undefined {
  for (const pattern of failurePatterns) {
    const parts = pattern.split(/\{(\w+)\}/)
    const source = parts.map((part, n) => (n % 2 ? `(?<${part}>.+)` : part)).join('')
    const values = new RegExp(`^${source}$`, 's').exec(sentence)?.groups
    if (values) return { pattern, values }
  }
  return undefined
}
