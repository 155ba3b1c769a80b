// What the expressions of an animation can ask about: its compositions, their layers, and the properties of these, with the
// expressions on them. Plain JSON, so that a document can carry what its live expressions need.
import type { FieldBinding, Property } from './property.ts'

/** One property. Times are frames of its composition, as everywhere in a rig. */
export interface RigProperty {
  readonly name: string
  /** After Effects' own name of it, the same in every language. */
  readonly match?: string
  /** Its place among its siblings, from 1. */
  readonly index?: number
  /**
   * - `number`, `list` (a vector or colour as 2 to 4 numbers): a property of lists
   * - `text`: the text
   * - `layer`: the index of a layer
   * - `other`: what expressions cannot work with, such as a path
   */
  readonly shape: 'number' | 'list' | 'text' | 'layer' | 'other'
  /** A control that customers set is bound to their field. */
  readonly value: Property<readonly number[]> | RigText | FieldBinding
  /** Of a position in separate dimensions. */
  readonly split?: readonly [RigProperty, RigProperty]
  readonly expression?: string
  /** The number by which properties of the document name it, if its expression is live. */
  readonly live?: number
}

/** The states of a text: what it says from a frame on. */
export interface RigText {
  readonly states: readonly (readonly [frame: number, text: string])[]
}

/** An effect, or a group of shapes. */
export interface RigGroup {
  readonly name: string
  readonly match?: string
  readonly index?: number
  readonly parts: readonly (RigGroup | RigProperty)[]
}

export interface RigLayer {
  readonly name: string
  /** After Effects' number of the layer. */
  readonly index: number
  readonly in: number
  readonly out: number
  readonly start: number
  readonly width: number
  readonly height: number
  readonly kind: 'box' | 'text' | 'shape' | 'other'
  /** Index of the layer that it follows. */
  readonly parent?: number
  /** Id of the composition that it shows. */
  readonly source?: string
  readonly transform: RigGroup
  readonly effects: readonly RigGroup[]
  readonly contents: readonly RigGroup[]
  readonly masks: readonly RigGroup[]
  readonly text?: RigProperty
  /** Of a text: the layer of the document that shows it. */
  readonly layer?: string
}

/** A marker of a composition; its length is 0 for most. */
export interface RigMarker {
  readonly frame: number
  readonly frames: number
  readonly comment: string
}

export interface RigComposition {
  readonly id: string
  readonly name: string
  readonly width: number
  readonly height: number
  readonly frames: number
  readonly layers: readonly RigLayer[]
  readonly markers?: readonly RigMarker[]
}

export interface Rig {
  readonly fps: number
  /** The frame of the animation with which the document begins. */
  readonly start: number
  readonly compositions: readonly RigComposition[]
}
