// Finding one's way in a rig.
import type { RigComposition, RigGroup, RigLayer, RigProperty } from '@vitrine/document/rig'

/** A property and where it stands. */
export interface RigPlace {
  readonly composition: RigComposition
  readonly layer: RigLayer
  readonly property: RigProperty
  /** The effect or group around it. */
  readonly group?: RigGroup
}

export function isGroup(part: RigGroup | RigProperty): part is RigGroup {
  return 'parts' in part
}
