// The document colours next to the canvas: swatches, with a palette that changes a colour everywhere.
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useId, useRef, useState } from 'react'
import { classNames } from '../../../../ui/class-names.ts'
import { useCanvas, useMeasured } from '../model/canvas-context.tsx'
import { Palette } from './color-box.tsx'
import { Section } from './control.tsx'
import { changeDesignColor, type DesignColor, listDesignColors, placesOfColor } from './design-color.ts'
import { useEditing } from './selected.ts'

export function DesignColors() {
  const canvas = useCanvas()
  const editing = useEditing()
  const id = useId()
  useMeasured(() => canvas.version.get())
  const [open, setOpen] = useState<number>()
  // While the browser's colour picker is open, the colours and their uses stay as they were at its start.
  const locks = useRef<readonly DesignColor[]>(undefined)
  const [picked, setPicked] = useState<string>()
  const colors = locks.current ?? listDesignColors(canvas)
  const shown = open === undefined ? undefined : colors[open]
  if (colors.length === 0) return null
  const shownPlaces = shown && placesOfColor(shown)
  const end = () => {
    locks.current = undefined
    setPicked(undefined)
    editing.endDrag()
  }
  const change = (next: string, isDragging: boolean) => {
    if (!shown) return
    locks.current ??= colors
    changeDesignColor(canvas, editing, shown, next)
    if (isDragging) return setPicked(next)
    end()
    // The order of the list may have changed.
    const at = listDesignColors(canvas).findIndex(({ color }) => color === next)
    setOpen(at < 0 ? undefined : at)
  }
  return (
    <Section title={t`Document colours`}>
      <p className="text-caption text-muted">
        <Trans>Select a colour to change it everywhere.</Trans>
      </p>
      <ul className="flex flex-wrap gap-2">
        {colors.map((color, at) => (
          <li key={color.color}>
            <button
              type="button"
              {...swatchNames(color)}
              aria-expanded={open === at}
              aria-controls={open === at ? `${id}-palette` : undefined}
              onClick={() => {
                end()
                setOpen(open === at ? undefined : at)
              }}
              className={classNames(
                'block size-9 rounded-control border border-edge max-md:size-11',
                open === at && 'outline-2 outline-offset-2 outline-marigold',
              )}
              style={{ backgroundColor: open === at ? (picked ?? color.color) : color.color }}
            />
          </li>
        ))}
      </ul>
      {shown && (
        <div id={`${id}-palette`} className="flex flex-col gap-2 rounded-card border border-line bg-well p-3">
          <p className="text-caption">
            <Trans>In {shownPlaces}</Trans>
          </p>
          <Palette label={t`New colour`} color={picked ?? shown.color} onColor={change} onEnd={end} />
        </div>
      )}
    </Section>
  )
}

function swatchNames(design: DesignColor) {
  const { color } = design
  const places = placesOfColor(design)
  return { 'aria-label': t`Change ${color} in ${places}`, title: t`${color} in ${places}` }
}
