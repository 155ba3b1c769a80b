// The context menu of the stage: actions on the selection, and the other layers at the point.

import { t } from '@lingui/core/macro'
import { type KeyboardEvent, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { buildMenu, type MenuEntry } from '../../../actions/action.ts'
import type { Point } from '../../../cropper/crop.ts'
import { canvasActions } from '../actions/canvas-actions.tsx'
import { focusStage, useCanvas } from '../model/canvas-context.tsx'
import type { CanvasModel } from '../model/canvas-model.ts'

export interface OpenMenu {
  /** In window coordinates. */
  at: Point
  /** Layers at that point, top first. */
  under: readonly string[]
  byKeys: boolean
}

/** The least distance to the edges of the window, in CSS pixels. */
const margin = 8

export function LayerMenu({ menu, onClose }: { menu: OpenMenu; onClose: () => void }) {
  const canvas = useCanvas()
  const box = useRef<HTMLDivElement>(null)
  // The finger of the long press is still down: lifting it must not choose an item.
  const isArmed = useRef(false)
  const [groups] = useState(() => [...buildMenu(canvasActions, canvas), layersHere(canvas, menu.under)])
  const close = (focusesStage: boolean) => {
    onClose()
    if (focusesStage) focusStage()
  }
  useInWindow(box, menu)
  useOutside(box, onClose)
  const press = (event: KeyboardEvent) => {
    const items = [...(box.current?.querySelectorAll<HTMLElement>('[role=menuitem]') ?? [])]
    const at = items.indexOf(document.activeElement as HTMLElement)
    const next = { ArrowDown: at + 1, ArrowUp: Math.max(at, 0) - 1 + items.length, Home: 0, End: items.length - 1 }[
      event.key
    ]
    event.stopPropagation()
    if (event.key === 'Escape' || event.key === 'Tab') {
      event.preventDefault()
      close(true)
    }
    if (next === undefined) return
    event.preventDefault()
    items[next % items.length]?.focus()
  }
  return (
    <div
      ref={box}
      role="menu"
      aria-label={t`Layers`}
      tabIndex={-1}
      onKeyDown={press}
      onPointerDown={() => {
        isArmed.current = true
      }}
      onClickCapture={(event) => {
        // Enter and the space bar are clicks without a pointer.
        if (event.detail > 0 && !isArmed.current) event.stopPropagation()
      }}
      onContextMenu={(event) => event.preventDefault()}
      className="fixed z-20 flex max-h-[calc(100dvh-1rem)] w-max max-w-[min(22rem,calc(100dvw-1rem))] min-w-60 flex-col overflow-y-auto rounded-card border border-line bg-raised py-1 shadow-float outline-none"
    >
      {groups
        .filter(({ length }) => length > 0)
        .map((group) => (
          <div key={group[0]?.label} className="border-line not-first:mt-1 not-first:border-t not-first:pt-1">
            {group.map((entry) => (
              <Item
                key={entry.label}
                entry={entry}
                onPick={() => {
                  close(true)
                  entry.run()
                }}
              />
            ))}
          </div>
        ))}
    </div>
  )
}

function Item({ entry: { label, keys, isOff }, onPick }: { entry: MenuEntry; onPick: () => void }) {
  return (
    <button
      type="button"
      role="menuitem"
      tabIndex={-1}
      aria-disabled={isOff ?? false}
      onClick={() => !isOff && onPick()}
      onPointerMove={({ movementX, movementY, currentTarget }) => {
        // A menu that opens under a still pointer keeps its focus.
        if (movementX !== 0 || movementY !== 0) currentTarget.focus({ preventScroll: true })
      }}
      className="flex h-8 w-full items-center gap-4 px-3 text-start text-caption -outline-offset-2 focus:bg-well aria-disabled:opacity-55 pointer-coarse:h-11"
    >
      <span className="min-w-0 flex-1 truncate">{label}</span>
      {keys && (
        <kbd dir="ltr" className="font-sans whitespace-nowrap text-muted pointer-coarse:hidden">
          {keys}
        </kbd>
      )}
    </button>
  )
}

/** Lists overlapping layers, so that each can be selected. */
function layersHere(canvas: CanvasModel, under: readonly string[]): MenuEntry[] {
  if (under.length < 2) return []
  const names = under.slice(0, 6).map((id) => ({ id, name: canvas.findLayerName(id) }))
  return names.map(({ id, name }, n) => {
    const same = names.slice(0, n).filter((item) => item.name === name).length
    const numbered = same > 0 ? `${name} ${same + 1}` : name
    return { label: t`Select ${numbered}`, run: () => canvas.select([id]) }
  })
}

/** Places the menu next to the point, within the window, and focuses it. */
function useInWindow(box: { current: HTMLDivElement | null }, { at, byKeys }: OpenMenu): void {
  useLayoutEffect(() => {
    const target = box.current
    if (!target) return
    const { width, height } = target.getBoundingClientRect()
    const [right, bottom] = [window.innerWidth - margin - width, window.innerHeight - margin - height]
    target.style.left = `${Math.max(margin, Math.min(at.x, right))}px`
    target.style.top = `${Math.max(margin, Math.min(at.y, bottom))}px`
    const first = byKeys ? target.querySelector<HTMLElement>('[role=menuitem]') : target
    first?.focus({ preventScroll: true })
  }, [box, at, byKeys])
}

/**
 * A press outside closes the open menu; the listener captures, because the stage stops the propagation of its pointers.
 */
function useOutside(box: { current: HTMLDivElement | null }, onClose: () => void): void {
  const latest = useRef(onClose)
  latest.current = onClose
  useEffect(() => {
    const press = (event: PointerEvent) => {
      if (!(event.target instanceof Node && box.current?.contains(event.target))) latest.current()
    }
    const leave = () => latest.current()
    window.addEventListener('pointerdown', press, { capture: true })
    window.addEventListener('blur', leave)
    window.addEventListener('resize', leave)
    return () => {
      window.removeEventListener('pointerdown', press, { capture: true })
      window.removeEventListener('blur', leave)
      window.removeEventListener('resize', leave)
    }
  }, [box])
}
