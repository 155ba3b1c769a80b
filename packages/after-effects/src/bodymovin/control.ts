// What becomes a field of customers: expression controls, and slots of the Essential Graphics panel.

import {
  colorKind,
  findNumberChange,
  isKeyframed,
  type PropertyJson,
  unitChannelsToHex,
  type ValueKind,
} from '@vitrine/document/bodymovin-property'
import { isRecord } from '@vitrine/document/check'
import { textOr } from '@vitrine/document/cleanse'
import type { FieldCollector, Named, Placeholder } from '@vitrine/document/field-collector'
import { clause, type Lint, remarkText } from '@vitrine/document/lint'
import type { RigGroup, RigProperty } from '@vitrine/document/rig'
import type { RigPlace } from '../expression/value.ts'
import { readPlaceholder } from '../source/name-rule.ts'

type Json = Record<string, unknown>

type ControlKind = 'slider' | 'angle' | 'color' | 'point' | 'toggle' | 'choice'

/** Kinds of effect parameters by Bodymovin's type numbers. */
const KINDS: Readonly<Record<string, ControlKind>> = {
  0: 'slider',
  1: 'angle',
  2: 'color',
  3: 'point',
  4: 'toggle',
  7: 'choice',
}
/** After Effects controls with a single parameter. */
const SINGLE: Readonly<Record<string, ControlKind>> = {
  'ADBE Slider Control': 'slider',
  'ADBE Angle Control': 'angle',
  'ADBE Color Control': 'color',
  'ADBE Point Control': 'point',
  'ADBE Checkbox Control': 'toggle',
  'ADBE Dropdown Control': 'choice',
}
const CONSTANT_REMARKS: Readonly<Record<ControlKind, string>> = {
  slider: remarkText('The slider "{control}" of the layer "{layer}" keeps its value'),
  angle: remarkText('The angle "{control}" of the layer "{layer}" keeps its value'),
  color: remarkText('The colour "{control}" of the layer "{layer}" keeps its value'),
  point: remarkText('The point "{control}" of the layer "{layer}" keeps its value'),
  toggle: remarkText('The checkbox "{control}" of the layer "{layer}" keeps its value'),
  choice: remarkText('The menu "{control}" of the layer "{layer}" keeps its value'),
}

/** Whether an effect only carries values for expressions and draws nothing. */
export function isControlEffect({ mn }: Json): boolean {
  return typeof mn === 'string' && (/^ADBE .*Control$/.test(mn) || /^pseudo\//i.test(mn))
}

/** The kind of control of an effect parameter; undefined when only expressions can use it. */
export function controlKind(effect: Json, parameter: Json): ControlKind | undefined {
  return SINGLE[String(effect.mn)] ?? (isControlEffect(effect) ? KINDS[String(parameter.ty)] : undefined)
}

/** A control of a rig. */
export interface Control {
  readonly kind: ControlKind
  /** The raw JSON of its value. */
  readonly raw: Json
}

/** Names of layers that hold controls. */
const CONTROL_LAYER = /\b(?:controls?|controllers?|ctrls?|settings?|options?|customi[sz]e|edit)\b/i

/** Whether a layer's name suggests that its controls are meant for the template's users. */
export function isControlLayer(name: string): boolean {
  return CONTROL_LAYER.test(name)
}

/**
 * Whether customers can set a control: it is not animated, and either its name says so (`{slider: Size}`) or it is in Essential
 * Graphics or on a control layer. A colour on a null also counts, because no rig needs one.
 */
export function isOffered({ layer, property, group }: RigPlace, { kind, raw }: Control, isNull: boolean): boolean {
  if (property.expression !== undefined || isKeyframed(raw.k) || !group) return false
  const placeholder = readControlPlaceholder(group, property, kind)
  if (kind === 'choice') return (placeholder?.options?.length ?? 0) >= 2
  if (placeholder || typeof raw.sid === 'string' || isControlLayer(layer.name)) return true
  return kind === 'color' && isNull
}

/** The placeholder in the control's name, when its kind matches. */
function readControlPlaceholder(group: RigGroup, property: RigProperty, kind: ControlKind): Placeholder | undefined {
  const placeholder = readPlaceholder(findControlLabel(group, property))
  return placeholder?.kind === (kind === 'angle' ? 'slider' : kind) ? placeholder : undefined
}

/** After Effects labels a single control by its effect, and one of several in a panel by its own name. */
function findControlLabel(group: RigGroup, property: RigProperty): string {
  return Object.hasOwn(SINGLE, group.match ?? '') ? group.name : property.name
}

/** Creates the field of an offered control and binds the control's rig property to it. */
export function bindControl(place: RigPlace, { kind, raw }: Control, fields: FieldCollector, slots: Json): void {
  const { property, group, layer } = place
  if (!group) return
  const named = nameControl(place, kind, raw, slots)
  const value = [property.value].flat().map(Number)
  const number = value[0] ?? 0
  const single = (): { id: string; map?: Record<string, number> } => {
    switch (kind) {
      case 'color':
        return { id: fields.color(named, unitChannelsToHex(value.slice(0, 3))) }
      case 'toggle':
        return { id: fields.toggle(named, number !== 0) }
      case 'point':
        return { id: fields.point(named, [number, value[1] ?? 0], layer.name) }
      case 'choice': {
        const options = named.options ?? []
        const id = fields.choice(named, options[Math.round(number) - 1] ?? options[0] ?? '', layer.name)
        return { id, map: Object.fromEntries(options.map((option, n) => [option, n + 1])) }
      }
      default:
        return { id: fields.slider(named, number, kind === 'angle' ? 'degrees' : undefined, layer.name) }
    }
  }
  const { id, map } = single()
  Object.assign(property, { value: { $field: id, ...(map ? { map } : {}) } })
}

function nameControl({ group, property }: RigPlace, kind: ControlKind, raw: Json, slots: Json): Named {
  const label = group ? findControlLabel(group, property) : property.name
  const placeholder = group && readControlPlaceholder(group, property, kind)
  if (placeholder) return placeholder
  if (typeof raw.sid !== 'string') return nameSlot(label, {})
  const slot = Object.hasOwn(slots, raw.sid) ? slots[raw.sid] : undefined
  return nameSlot(raw.sid, isRecord(slot) ? slot : { nm: label })
}

/** Reports that a control which affects the picture becomes a constant, and how to change that. */
export function reportConstantControl(place: RigPlace, { kind, raw }: Control, isRefused: boolean, lint: Lint): void {
  const { group, property, layer } = place
  if (!group || isKeyframed(raw.k) || property.expression !== undefined) return
  const label = textOr(findControlLabel(group, property), '').slice(0, 60)
  const explanation = clause(CONSTANT_REMARKS[kind], { control: label, layer: layer.name.slice(0, 60) })
  if (isRefused)
    lint.warn('field', '', [
      explanation,
      clause('an expression that follows it sets a path, time or a text with keyframes, or takes too many steps'),
    ])
  else if (kind === 'choice')
    lint.info('proposal', '', [
      explanation,
      clause('name it {name} to let customers choose', { name: `{choice: ${label} | First | Second}` }),
    ])
  else
    lint.info('proposal', '', [
      explanation,
      clause('name it {name} or its layer Controls to let customers set it', {
        name: `{${kind === 'angle' ? 'slider' : kind}: ${label}}`,
      }),
    ])
}

// Slots: what a designer added to After Effects' Essential Graphics panel. Colours, numbers, points, texts and pictures become
// fields.

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
function nameSlot(id: string, slot: Record<string, unknown>): Named {
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
