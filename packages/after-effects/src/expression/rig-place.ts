// Locations of properties in a rig.
import type { RigComposition, RigGroup, RigLayer, RigProperty } from '@vitrine/document/rig'

/** A property and its location. */
export interface RigPlace {
  readonly composition: RigComposition
  readonly layer: RigLayer
  readonly property: RigProperty
  /** The effect or group that contains it. */
  readonly group?: RigGroup
}

export function isGroup(part: RigGroup | RigProperty): part is RigGroup {
  return 'parts' in part
}
