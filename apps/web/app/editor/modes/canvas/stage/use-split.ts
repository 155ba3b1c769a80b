// Two panels that share a column: the divider between them is dragged or moved by keys, and its position is remembered.
import { type KeyboardEvent, type PointerEvent, type RefObject, useEffect, useRef, useState } from 'react'
import { persisted } from '../../../../api/persisted.ts'

const SHARE = { min: 0.1, max: 0.75, start: 0.3, step: 0.05 }

const storedShare = (name: string) =>
  persisted(name, (value) => {
    const share = Number(value)
    return share >= SHARE.min && share <= SHARE.max ? share : undefined
  })

/** The lower panel's share of a column, stored on this device under `name`, and the props of the divider. */
export function useSplit(column: RefObject<HTMLElement | null>, name: string) {
  const [share, setShare] = useState(SHARE.start)
  /** The position that a cancelled drag restores. */
  const start = useRef(share)
  useEffect(() => {
    const stored = storedShare(name).read()
    if (stored !== undefined) setShare(stored)
  }, [name])
  const put = (next: number) => {
    const limited = Math.round(Math.min(SHARE.max, Math.max(SHARE.min, next)) * 100) / 100
    setShare(limited)
    storedShare(name).write(limited)
  }
  return {
    share,
    separator: {
      tabIndex: 0,
      'aria-valuenow': Math.round(share * 100),
      'aria-valuemin': SHARE.min * 100,
      'aria-valuemax': SHARE.max * 100,
      onPointerDown(event: PointerEvent) {
        event.currentTarget.setPointerCapture(event.pointerId)
        start.current = share
      },
      onPointerCancel: () => put(start.current),
      onPointerMove(event: PointerEvent) {
        const box = column.current?.getBoundingClientRect()
        if (!box || !event.currentTarget.hasPointerCapture(event.pointerId)) return
        put((box.bottom - event.clientY) / box.height)
      },
      onDoubleClick: () => put(SHARE.start),
      onKeyDown(event: KeyboardEvent) {
        const way = { ArrowUp: 1, ArrowDown: -1 }[event.key]
        if (way === undefined) return
        event.preventDefault()
        event.stopPropagation()
        put(share + way * SHARE.step)
      },
    },
  }
}
