// Replaces bindings of a rig's controls by the values of their fields.

import { isColor, toChannels } from '@vitrine/document/color'
import type { FieldValue } from '@vitrine/document/field'
import type { FieldBinding } from '@vitrine/document/property'
import type { Rig, RigGroup, RigLayer, RigProperty } from '@vitrine/document/rig'

/** The rig with the values that `fieldValueOf` returns for fields; bindings to other fields stay. */
export function resolveRig(rig: Rig, fieldValueOf: (fieldId: string) => FieldValue | undefined): Rig {
  const property = (one: RigProperty): RigProperty => {
    if (typeof one.value !== 'object' || !('$field' in one.value)) return one
    const value = fieldValueOf(one.value.$field)
    return value === undefined ? one : { ...one, value: toExpressionNumbers(value, one.value) }
  }
  const group = (one: RigGroup): RigGroup => {
    const parts = one.parts.map((part) => ('parts' in part ? group(part) : property(part)))
    return parts.every((part, n) => part === one.parts[n]) ? one : { ...one, parts }
  }
  const layer = (one: RigLayer): RigLayer => {
    const effects = one.effects.map(group)
    return effects.every((effect, n) => effect === one.effects[n]) ? one : { ...one, effects }
  }
  return {
    ...rig,
    compositions: rig.compositions.map((composition) => ({ ...composition, layers: composition.layers.map(layer) })),
  }
}

/** The value as expressions see it: a checkbox is 1 or 0, a menu the index of its entry, a colour its channels from 0 to 1. */
function toExpressionNumbers(value: FieldValue, { map }: FieldBinding): readonly number[] {
  const mapped = map?.[String(value)]
  if (typeof mapped === 'number') return [mapped]
  if (typeof value === 'number') return [value]
  if (typeof value === 'boolean') return [value ? 1 : 0]
  if (Array.isArray(value)) return value as readonly number[]
  if (!isColor(value)) return [0]
  const [red, green, blue, alpha] = toChannels(value)
  return [red / 255, green / 255, blue / 255, alpha]
}
