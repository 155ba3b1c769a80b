// Slots: what a designer added to After Effects' Essential Graphics panel. Colours, numbers, points, texts and pictures become
// fields.

import {
  colorKind,
  findNumberChange,
  isKeyframed,
  type PropertyJson,
  type ValueKind,
} from '@vitrine/document/bodymovin-property'
import { isRecord, textOr } from '@vitrine/document/cleanse'
import type { FieldCollector, Named } from '@vitrine/document/field-collector'
import type { Lint } from '@vitrine/document/lint'

export interface Slots {
  /**
   * The replacement for a property with this slot: a binding where a field is possible, otherwise the slot's value; undefined
   * for an unknown slot.
   */
  property(id: string, kind: ValueKind, path: string): { binding: PropertyJson } | { value: unknown } | undefined
  /** The slot itself, for texts and pictures. */
  find(id: unknown): { named: Named; value: unknown; binding?: PropertyJson } | undefined
}

/** Reads the slots of an animation. `bindings` are slots with values from elsewhere. */
export function createSlots(
  raw: unknown,
  fields: FieldCollector,
  lint: Lint,
  bindings: Readonly<Record<string, PropertyJson>> = {},
): Slots {
  const slots = isRecord(raw) ? raw : {}
  const find = (id: unknown) => {
    if (typeof id !== 'string') return undefined
    const slot = Object.hasOwn(slots, id) ? slots[id] : undefined
    const binding = Object.hasOwn(bindings, id) ? bindings[id] : undefined
    if (!isRecord(slot) && binding === undefined) return undefined
    return {
      named: nameSlot(id, isRecord(slot) ? slot : {}),
      value: isRecord(slot) ? slot.p : undefined,
      ...(binding === undefined ? {} : { binding }),
    }
  }
  return {
    find,
    property(id, kind, path) {
      const slot = find(id)
      if (!slot) {
        lint.warn('slot', path, 'There is no slot "{slot}"; the value in place is used', { slot: id.slice(0, 60) })
        return undefined
      }
      if (slot.binding !== undefined && kind.name === 'color') return { binding: slot.binding }
      const value = isRecord(slot.value) && 'k' in slot.value ? slot.value.k : slot.value
      const bound =
        isKeyframed(value) || slot.binding !== undefined ? undefined : bindSlot(slot.named, value, kind, fields)
      if (bound) return { binding: bound }
      lint.info('slot', path, 'The slot "{slot}" moves or is none that customers can fill; its value is fixed', {
        slot: id.slice(0, 60),
      })
      return { value: slot.value }
    },
  }
}

/** The field of a slot; undefined for kinds that no field supports. */
function bindSlot(named: Named, value: unknown, kind: ValueKind, fields: FieldCollector): PropertyJson | undefined {
  if (kind.name === 'color') {
    const color = colorKind.read(value)
    return typeof color === 'string' ? { $field: fields.color(named, color) } : undefined
  }
  const numbers = (Array.isArray(value) ? value : [value]).filter((one) => typeof one === 'number')
  const [x, y] = numbers
  if (x === undefined) return undefined
  if (kind.name === 'vector')
    return y === undefined ? undefined : { $field: fields.point(named, [x, y], ''), add: [0, 0] }
  if (kind.name !== 'number') return undefined
  return { $field: fields.slider(named, x, undefined, ''), add: [0], ...findNumberChange(kind) }
}

/** `Group / Label` puts a field under a heading. */
export function nameSlot(id: string, slot: Record<string, unknown>): Named {
  const parts = textOr(slot.nm, id)
    .slice(0, 200)
    .split('/')
    .map((part) => readable(part))
  const label = parts.at(-1) || 'Value'
  const group = parts.slice(0, -1).join(' / ')
  return { id, label, ...(group ? { group: group.slice(0, 80) } : {}) }
}

/** Converts `main_color` and `mainColor` to `Main color`. */
function readable(name: string): string {
  const spaced = name
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .replace(/[_-]+/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
  return spaced === '' ? '' : spaced.charAt(0).toUpperCase() + spaced.slice(1).toLowerCase()
}
