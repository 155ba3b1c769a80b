// Typed texts and chosen photos in a sequence, and their outcome. An edit counts once the page had a moment to store it; it is
// lost when it is missing at the end, and no user who saw it has replaced it.
import type { FieldValue } from '@vitrine/document/field'
import { readAssetId } from '../../apps/web/app/editor/project/project-store.ts'
import type { Device } from './device.ts'

type Value = FieldValue | undefined

export class Edits {
  /** Those that a device or the server is known to have had. */
  readonly #kept = new Set<string>()
  readonly #replaced = new Set<string>()
  readonly #fileNames: ReadonlyMap<string, string>
  readonly #localNames = new Map<string, string>()
  #count = 0

  /** `fileNames`: of the files that the server has, by their ids. */
  constructor(fileNames: ReadonlyMap<string, string>) {
    this.#fileNames = fileNames
  }

  /** The name of another edit, based on `before`. */
  begin(before: Value, kind: 'text' | 'photo'): string {
    this.replace(before, undefined)
    return `${kind} ${++this.#count}`
  }

  /** A photo that was chosen, under the id that it has until it has arrived. */
  noteFile(value: Value, name: string): void {
    this.#localNames.set(readAssetId(value) ?? '', name)
  }

  /** The text, or the name of the photo, which is the same wherever it is. */
  nameOf(value: Value): string | undefined {
    if (typeof value === 'string') return value
    const id = readAssetId(value)
    return id === undefined ? undefined : (this.#localNames.get(id) ?? this.#fileNames.get(id) ?? id)
  }

  /** A user who saw `before` has replaced it with `after`; a restored edit counts again. */
  replace(before: Value, after: Value): void {
    const [gone, present] = [this.nameOf(before), this.nameOf(after)]
    if (gone !== undefined) this.#replaced.add(gone)
    if (present !== undefined) this.#replaced.delete(present)
  }

  /** Notes what devices keep by now. */
  look(devices: readonly Device[]): void {
    for (const { drafts, files } of devices)
      for (const { content } of drafts.values())
        for (const value of Object.values(content.values)) {
          const isOnItsWay = this.#localNames.has(readAssetId(value) ?? '')
          const name = this.nameOf(value)
          if (name !== undefined && (!isOnItsWay || files.has(readAssetId(value) ?? ''))) this.#kept.add(name)
        }
  }

  /** Edits that were once stored, that no user replaced, and that are missing at the end. */
  findLost(found: ReadonlySet<string>): string[] {
    return [...this.#kept].filter((name) => !this.#replaced.has(name) && !found.has(name))
  }
}
