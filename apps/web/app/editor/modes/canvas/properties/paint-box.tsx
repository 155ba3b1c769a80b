// The fill of an area: a solid colour, or a gradient of two colours with its angle.
import { t } from '@lingui/core/macro'
import type { Gradient, Paint } from '@vitrine/document/property'
import { Slider } from '../../../slider/slider.tsx'
import { useCanvas } from '../model/canvas-context.tsx'
import { ColorBox } from './color-box.tsx'
import { Choices } from './control.tsx'
import { hexAt } from './selected.ts'

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
