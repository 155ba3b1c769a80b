// What people typed in a sequence, and what became of it. An edit counts once the page had a moment to store it; it is lost when
// it is nowhere in the end, and nobody has replaced it who saw it.
import type { FieldValue } from '@vitrine/composition/field'
import type { Device } from './device.ts'

type Value = FieldValue | undefined

export class Edits {
  /** Those that a device or the server is known to have had. */
  readonly #kept = new Set<string>()
  readonly #replaced = new Set<string>()
  #count = 0

  /** Another text, typed where `before` was shown. */
  begin(before: Value): string {
    this.replace(before, undefined)
    return `text ${++this.#count}`
  }

  /** Somebody who saw `before` has put `after` in its place; what is brought back counts again. */
  replace(before: Value, after: Value): void {
    if (typeof before === 'string') this.#replaced.add(before)
    if (typeof after === 'string') this.#replaced.delete(after)
  }

  /** Notes what devices keep by now. */
  look(devices: readonly Device[]): void {
    for (const { drafts } of devices)
      for (const { content } of drafts.values())
        for (const value of Object.values(content.values)) if (typeof value === 'string') this.#kept.add(value)
  }

  /** Edits that were kept once, that nobody replaced, and that are not among those found in the end. */
  findLost(found: ReadonlySet<string>): string[] {
    return [...this.#kept].filter((text) => !this.#replaced.has(text) && !found.has(text))
  }
}
