// One drag of a control is one undo step, however long it pauses.
import { useRef } from 'react'
import { gesturePrefix, type ProjectStore } from '../../../project/project-store.ts'
import type { Editing } from './property.ts'

let drags = 0

export function useDrag({ endGroup }: ProjectStore): Pick<Editing<never>, 'drag' | 'endDrag'> {
  const present = useRef<string>(undefined)
  return {
    drag() {
      present.current ??= `${gesturePrefix}${++drags}`
      return present.current
    },
    endDrag() {
      if (present.current === undefined) return
      present.current = undefined
      endGroup()
    },
  }
}
