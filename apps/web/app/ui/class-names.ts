// Joins class names.

/** Joins the non-empty class names with spaces. */
export function classNames(...names: (string | false | undefined | null)[]): string {
  return names.filter(Boolean).join(' ')
}
