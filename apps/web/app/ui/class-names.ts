// Joins class names.

/** The given class names that are not empty, with spaces between. */
export function classNames(...names: (string | false | undefined | null)[]): string {
  return names.filter(Boolean).join(' ')
}
