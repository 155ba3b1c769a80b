// The colour picker: document colours first, then recent colours, then any.

import { t } from '@lingui/core/macro'
import Check from 'lucide-react/icons/check'
import Pipette from 'lucide-react/icons/pipette'
import { useId, useState } from 'react'
import { persisted } from '../../../../api/persisted.ts'
import { IconButton } from '../../../../ui/button.tsx'
import { classNames } from '../../../../ui/class-names.ts'
import { HexInput, isLight, readHex } from '../../../fields/choice-control.tsx'
import { useCanvas } from '../model/canvas-context.tsx'

/** Chromium's API for picking a colour anywhere on the screen. */
interface EyeDropper {
  open(): Promise<{ sRGBHex: string }>
}

declare global {
  interface Window {
    EyeDropper?: new () => EyeDropper
  }
}

type ColorBoxProps = {
  label: string
  /** `#rrggbb`; undefined when the layers differ. */
  color: string | undefined
  /** `isDragging` while a pointer moves in the browser's own colour picker. */
  onColor: (color: string, isDragging: boolean) => void
  onEnd?: () => void
}

/** A swatch that opens the palette below it. */
export function ColorBox({ label, color, onColor, onEnd }: ColorBoxProps) {
  const [isOpen, setIsOpen] = useState(false)
  const id = useId()
  return (
    <div className="flex min-w-0 flex-col gap-2">
      <button
        type="button"
        aria-expanded={isOpen}
        aria-controls={`${id}-palette`}
        onClick={() => setIsOpen(!isOpen)}
        className="flex h-11 items-center gap-3 rounded-control border border-edge bg-paper px-2 text-start text-caption hover:border-ink"
      >
        <span
          aria-hidden="true"
          className={classNames('size-7 shrink-0 rounded-control border border-edge', !color && 'bg-well')}
          style={color ? { backgroundColor: color } : undefined}
        />
        <span className="min-w-0 flex-1 truncate">{label}</span>
        <span dir={color && 'ltr'} className="text-muted tabular-nums">
          {color ?? t`Mixed`}
        </span>
      </button>
      {isOpen && (
        <div id={`${id}-palette`} className="rounded-card border border-line bg-well p-3">
          <Palette label={label} color={color} onColor={onColor} onEnd={onEnd} />
        </div>
      )}
    </div>
  )
}

type PaletteProps = Omit<ColorBoxProps, 'onEnd'> & { onEnd: (() => void) | undefined }

/** Colours of the design, recent colours, and any other one. */
export function Palette({ label, color, onColor, onEnd }: PaletteProps) {
  const canvas = useCanvas()
  const [recent, setRecent] = useState<readonly string[]>(() => recentColors.read() ?? [])
  const choose = (next: string) => {
    onColor(next, false)
    rememberColor(next)
    setRecent(recentColors.read() ?? [])
  }
  return (
    <div className="flex flex-col gap-3">
      <Swatches title={t`Document colours`} colors={canvas.palette().map(String)} color={color} onColor={choose} />
      {recent.length > 0 && <Swatches title={t`Recent colours`} colors={recent} color={color} onColor={choose} />}
      <div className="flex items-center gap-2">
        <input
          type="color"
          aria-label={t`${label}: pick a colour`}
          value={color ?? '#808080'}
          // The colour picker reports every move of the pointer; together they are one undo step.
          onChange={(event) => onColor(event.currentTarget.value, true)}
          onBlur={(event) => {
            onEnd?.()
            if (event.currentTarget.value === color) rememberColor(event.currentTarget.value)
          }}
          className="h-11 w-14 shrink-0 cursor-pointer rounded-control border border-edge bg-raised p-1"
        />
        <HexInput key={color} label={label} color={color} onColor={choose} />
        {typeof window !== 'undefined' && window.EyeDropper && (
          <IconButton
            label={t`Pick a colour from the screen`}
            onClick={() => void takeFromScreen().then((picked) => picked && choose(picked))}
          >
            <Pipette aria-hidden="true" size={18} />
          </IconButton>
        )}
      </div>
    </div>
  )
}

/** Undefined when the customer cancels. */
export async function takeFromScreen(): Promise<string | undefined> {
  if (!window.EyeDropper) return undefined
  try {
    return readHex((await new window.EyeDropper().open()).sRGBHex)
  } catch {
    return undefined
  }
}

type SwatchesProps = {
  title: string
  colors: readonly string[]
  color: string | undefined
  onColor: (color: string) => void
}

function Swatches({ title, colors, color, onColor }: SwatchesProps) {
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1 text-caption text-muted">{title}</legend>
      <div className="flex flex-wrap gap-1.5">
        {colors.map((one) => (
          <button
            key={one}
            type="button"
            aria-label={t`Colour ${one}`}
            aria-pressed={one === color}
            onClick={() => onColor(one)}
            className={classNames(
              'flex size-8 items-center justify-center rounded-full border border-edge outline-offset-1',
              one === color && 'outline-2 outline-marigold',
            )}
            style={{ backgroundColor: one }}
          >
            {one === color && (
              <Check aria-hidden="true" size={14} className={isLight(one) ? 'text-on-marigold' : 'text-on-dark'} />
            )}
          </button>
        ))}
      </div>
    </fieldset>
  )
}

const maxRecent = 12

/** Recently used colours, newest first, as `#rrggbb`. */
const recentColors = persisted('vitrine-colors', (value) =>
  Array.isArray(value) ? value.filter((color) => /^#[\da-f]{6}$/.test(String(color))).slice(0, maxRecent) : undefined,
)

function rememberColor(color: string): void {
  const others = recentColors.read()?.filter((other) => other !== color) ?? []
  recentColors.write([color, ...others].slice(0, maxRecent))
}
