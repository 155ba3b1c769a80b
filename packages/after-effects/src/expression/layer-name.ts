// Layer names in expressions. A name may also declare what customers fill in: `Bride {text: Bride's name}`.

import type { RigLayer } from '@vitrine/document/rig'
import type { Session } from './session.ts'

/** `{text: …}` anywhere, or `#text …` as the whole name; see `readPlaceholder`. */
const FIELD = /\{\s*[a-z]+\s*:([^{}]*)\}|^\s*#[a-z]+\s+(.+)$/i
const MAX_NAME = 400

/** A layer's name before a field was added to it: the rest of the name, otherwise the label of the field. */
export function nameWithoutField(name: string): string | undefined {
  const match = name.length > MAX_NAME ? null : FIELD.exec(name)
  if (!match) return undefined
  const rest = name.replace(match[0], ' ').replace(/\s+/g, ' ').trim()
  return rest === '' ? (match[1] ?? match[2] ?? '').split('|')[0]?.trim() : rest
}

/** The layer that had this name before a field was added to it. */
export function findRenamedLayer(
  session: Session,
  layers: readonly RigLayer[],
  formerName: string,
): RigLayer | undefined {
  session.budget.pay(layers.length)
  return formerName === '' ? undefined : layers.find(({ name }) => nameWithoutField(name) === formerName)
}
