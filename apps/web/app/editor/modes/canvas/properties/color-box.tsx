// The colour picker: document colours first, then recent colours, then any.
import { t } from '@lingui/core/macro'
import type { Gradient, Paint } from '@vitrine/document/property'
import Check from 'lucide-react/icons/check'
import Pipette from 'lucide-react/icons/pipette'
import { useId, useState } from 'react'
import { persisted } from '../../../../api/persisted.ts'
import { IconButton } from '../../../../ui/button.tsx'
import { classNames } from '../../../../ui/class-names.ts'
import { HexInput, isLight, readHex } from '../../../fields/choice-control.tsx'
import { Slider } from '../../../slider/slider.tsx'
import { useCanvas } from '../model/canvas-context.tsx'
import { Choices } from './control.tsx'
import { hexAt } from './selected.ts'

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

type PaintKind = 'color' | 'linear' | 'radial'

type PaintBoxProps = {
  label: string
  /** Undefined when the layers differ. */
  paint: Paint | undefined
  onPaint: (paint: Paint, isDragging: boolean) => void
  onEnd: () => void
}

export function isGradient(paint: unknown): paint is Gradient {
  return typeof paint === 'object' && paint !== null && 'gradient' in paint
}

/** A solid colour, or a gradient of two colours with its angle. */
export function PaintBox({ label, paint, onPaint, onEnd }: PaintBoxProps) {
  const canvas = useCanvas()
  const kind: PaintKind | undefined = paint === undefined ? undefined : isGradient(paint) ? paint.gradient : 'color'
  const ends = readGradientEnds(paint, (color) => hexAt(canvas, color))
  const angle = isGradient(paint) ? readGradientAngle(paint) : 90
  const make = (to: Partial<{ kind: PaintKind; from: string; to: string; angle: number }>): Paint => {
    const next = { kind: kind ?? 'color', ...ends, angle, ...to }
    return next.kind === 'color' ? next.from : createGradient(next.kind, [next.from, next.to], next.angle)
  }
  return (
    <div className="flex flex-col gap-3">
      <Choices
        label={label}
        value={kind}
        choices={[
          { value: 'color', label: t`Solid` },
          { value: 'linear', label: t`Linear` },
          { value: 'radial', label: t`Radial` },
        ]}
        onValue={(next) => onPaint(make({ kind: next }), false)}
      />
      <ColorBox
        label={kind === 'color' || kind === undefined ? t`Colour` : t`From`}
        color={paint === undefined ? undefined : ends.from}
        onColor={(from, isDragging) => onPaint(make({ from }), isDragging)}
        onEnd={onEnd}
      />
      {isGradient(paint) && (
        <>
          <ColorBox
            label={t`To`}
            color={ends.to}
            onColor={(to, isDragging) => onPaint(make({ to }), isDragging)}
            onEnd={onEnd}
          />
          {paint.gradient === 'linear' && (
            <Slider
              label={t`Angle`}
              value={angle}
              min={0}
              max={360}
              unit="°"
              onValue={(next) => onPaint(make({ angle: next }), true)}
              onEnd={onEnd}
            />
          )}
        </>
      )}
    </div>
  )
}

/** The first and the last colour; a solid colour suggests a gradient to a darker shade of it. */
function readGradientEnds(paint: Paint | undefined, toHex: (color: unknown) => string): { from: string; to: string } {
  if (!isGradient(paint)) {
    const from = paint === undefined ? '#808080' : toHex(paint)
    return { from, to: darker(from) }
  }
  return { from: toHex(paint.stops[0]?.[1]), to: toHex(paint.stops.at(-1)?.[1]) }
}

function darker(hex: string): string {
  const channels = [1, 3, 5].map((at) => Math.round(Number.parseInt(hex.slice(at, at + 2), 16) * 0.45))
  return `#${channels.map((channel) => channel.toString(16).padStart(2, '0')).join('')}`
}

/** Spans the layer's box; `angle` in degrees clockwise from the right. */
function createGradient(kind: 'linear' | 'radial', [from, to]: readonly [string, string], angle: number): Gradient {
  const stops = [
    [0, from],
    [1, to],
  ] as const
  if (kind === 'radial') return { gradient: 'radial', from: [0.5, 0.5], to: [1, 0.5], stops, units: 'box' }
  const [x, y] = [Math.cos((angle * Math.PI) / 180) / 2, Math.sin((angle * Math.PI) / 180) / 2]
  const round = (value: number) => Math.round(value * 1000) / 1000
  return {
    gradient: 'linear',
    from: [round(0.5 - x), round(0.5 - y)],
    to: [round(0.5 + x), round(0.5 + y)],
    stops,
    units: 'box',
  }
}

function readGradientAngle({ from, to }: Gradient): number {
  if (!Array.isArray(from) || !Array.isArray(to)) return 90
  const [x0 = 0, y0 = 0] = from as number[]
  const [x1 = 0, y1 = 0] = to as number[]
  return Math.round(((Math.atan2(y1 - y0, x1 - x0) * 180) / Math.PI + 360) % 360)
}
