// Expression controls that customers set: which ones become fields, and how.

import { isKeyframed, unitChannelsToHex } from '@vitrine/document/bodymovin-property'
import { isRecord, textOr } from '@vitrine/document/cleanse'
import type { FieldCollector, Named, Placeholder } from '@vitrine/document/field-collector'
import { clause, type Lint, remarkText } from '@vitrine/document/lint'
import type { RigGroup, RigProperty } from '@vitrine/document/rig'
import type { RigPlace } from '../expression/rig-place.ts'
import { readPlaceholder } from '../source/name-rule.ts'
import { nameSlot } from './slot.ts'

type Json = Record<string, unknown>

export type ControlKind = 'slider' | 'angle' | 'color' | 'point' | 'toggle' | 'choice'

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
