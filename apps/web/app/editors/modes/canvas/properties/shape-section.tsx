// Properties of shapes, stickers and solids: colours, outline and corners.
import { t } from '@lingui/core/macro'
import type { Layer, ShapeLayer, SolidLayer } from '@vitrine/composition/layer'
import type { Paint } from '@vitrine/composition/property'
import { lazy, Suspense } from 'react'
import { Slider } from '../../../core/slider/slider.tsx'
import { useCanvas } from '../model/canvas-context.tsx'
import { linkOf } from '../stickers/qr-link.ts'
import { ColorBox } from './color-box.tsx'
import { Section, Switch } from './control.tsx'
import { PaintBox } from './paint-box.tsx'
import { type Editing, freeOf, hexAt, hexOfCss, type Selected, shared } from './selected.ts'
import {
  boundsOfShapes,
  colorsOfShapes,
  cornerOf,
  paintOf,
  pointsOf,
  strokeOf,
  withColor,
  withCorner,
  withPaint,
  withPoints,
  withStroke,
} from './shape-paint.ts'

/** The encoder of codes is loaded with it. */
const QrSection = lazy(() => import('./qr-section.tsx').then((module) => ({ default: module.QrSection })))

type ShapeProps = { shapes: readonly (Selected & { resolved: ShapeLayer })[]; editing: Editing }

export function ShapeSection({ shapes, editing }: ShapeProps) {
  const free = freeOf(shapes, 'style') as ShapeProps['shapes']
  if (free.length === 0) return null
  const put = (label: string, change: (items: ShapeLayer['shapes']) => ShapeLayer['shapes'], isDragging: boolean) =>
    editing.set(
      label,
      free.map(({ entry, resolved }) => ({
        layer: entry.id,
        property: 'shapes',
        // Bindings of the designer's stay where nothing was changed.
        value: change(shapesOf(entry.layer) ?? resolved.shapes),
      })),
      isDragging ? editing.drag() : undefined,
    )
  const corner = shared(free, ({ resolved }) => cornerOf(resolved.shapes))
  const points = shared(free, ({ resolved }) => pointsOf(resolved.shapes))
  const [code, ...others] = free
  const link = code && others.length === 0 ? linkOf(code.resolved) : undefined
  return (
    <>
      {code && link !== undefined && (
        <Suspense fallback={null}>
          <QrSection code={code} link={link} editing={editing} />
        </Suspense>
      )}
      <Section title={t`Colour`}>
        <ShapeColors shapes={free} put={put} editing={editing} />
      </Section>
      {(corner !== undefined || points !== undefined || isFigure(free)) && (
        <Section title={t`Outline and corners`}>
          <Outline shapes={free} put={put} editing={editing} />
          {corner !== undefined && (
            <Slider
              label={t`Corner radius`}
              value={corner}
              min={0}
              max={200}
              unit="px"
              onValue={(value) => put(t`Change corner radius`, (items) => withCorner(items, value), true)}
              onEnd={editing.endDrag}
            />
          )}
          {points !== undefined && (
            <Slider
              label={t({ message: 'Points', comment: 'of a star' })}
              value={points}
              min={3}
              max={24}
              onValue={(value) => put(t`Change points`, (items) => withPoints(items, value), true)}
              onEnd={editing.endDrag}
            />
          )}
        </Section>
      )}
    </>
  )
}

type Put = (label: string, change: (items: ShapeLayer['shapes']) => ShapeLayer['shapes'], isDragging: boolean) => void
type PartProps = ShapeProps & { put: Put }

/** One paint as a paint; several as a list of colours, each of which can be another one. */
function ShapeColors({ shapes, put, editing }: PartProps) {
  const canvas = useCanvas()
  const colors = [
    ...new Set(
      shapes.flatMap(({ resolved }) => colorsOfShapes(resolved.shapes).map((shapeColor) => hexAt(canvas, shapeColor))),
    ),
  ]
  const paint = shared(shapes, ({ resolved }) => paintOf(resolved.shapes))
  const isPlain = shapes.every(({ resolved }) => paintOf(resolved.shapes) !== undefined)
  if (isPlain) {
    return (
      <PaintBox
        label={t`Fill`}
        paint={paint}
        onPaint={(next, isDragging) =>
          put(t`Change colour`, (items) => withPaint(items, next, boundsOfShapes(items)), isDragging)
        }
        onEnd={editing.endDrag}
      />
    )
  }
  return colors.map((color, n) => (
    <ColorBox
      // A colour is another one after each change; its place in the list stays.
      key={n}
      label={colors.length > 1 ? numberedColor(n + 1) : t`Colour`}
      color={color}
      onColor={(next, isDragging) =>
        put(t`Change colour`, (items) => withColor(items, (paint) => hexAt(canvas, paint) === color, next), isDragging)
      }
      onEnd={editing.endDrag}
    />
  ))
}

/** One figure with a paint and an outline; a sticker's lines are part of its drawing. */
function isFigure(shapes: ShapeProps['shapes']): boolean {
  return shapes.every(({ resolved }) => resolved.shapes.every(({ ty }) => ty !== 'gr'))
}

function Outline({ shapes, put, editing }: PartProps) {
  const canvas = useCanvas()
  if (!isFigure(shapes)) return null
  const isLine = shapes.every(({ resolved }) => paintOf(resolved.shapes) === undefined)
  const hasStroke = shared(shapes, ({ resolved }) => strokeOf(resolved.shapes) !== undefined)
  const change = (next: { color?: string; width?: number } | null, isDragging: boolean) =>
    put(t`Change outline`, (items) => withStroke(items, next), isDragging)
  return (
    <>
      {!isLine && <Switch label={t`Outline`} isOn={hasStroke} onChange={(isOn) => change(isOn ? {} : null, false)} />}
      {hasStroke && (
        <>
          {!isLine && (
            <ColorBox
              label={t`Outline colour`}
              color={shared(shapes, ({ resolved }) => hexAt(canvas, strokeOf(resolved.shapes)?.c))}
              onColor={(color, isDragging) => change({ color }, isDragging)}
              onEnd={editing.endDrag}
            />
          )}
          <Slider
            label={isLine ? t`Line width` : t`Outline width`}
            value={shared(shapes, ({ resolved }) => Number(strokeOf(resolved.shapes)?.w ?? 0))}
            min={1}
            max={80}
            unit="px"
            onValue={(width) => change({ width }, true)}
            onEnd={editing.endDrag}
          />
        </>
      )}
    </>
  )
}

/** The items as the document has them, with its bindings. */
function shapesOf(layer: Layer): ShapeLayer['shapes'] | undefined {
  return layer.type === 'shape' ? layer.shapes : undefined
}

const numberedColor = (number: number) => t`Colour ${number}`

/** Plain areas: one paint. */
export function SolidSection({
  title = t`Colour`,
  solids,
  editing,
}: {
  title?: string
  solids: readonly (Selected & { resolved: SolidLayer })[]
  editing: Editing
}) {
  const free = freeOf(solids, 'style') as typeof solids
  if (free.length === 0) return null
  return (
    <Section title={title}>
      <PaintBox
        label={t`Fill`}
        paint={shared(free, ({ resolved }): Paint => resolved.color)}
        onPaint={(paint, isDragging) =>
          editing.set(
            t`Change colour`,
            free.map(({ entry }) => ({ layer: entry.id, property: 'color', value: paint })),
            isDragging ? editing.drag() : undefined,
          )
        }
        onEnd={editing.endDrag}
      />
    </Section>
  )
}

/** Decoration drawn in several colours: particles and light. */
export function ColorListSection({ selected, editing }: { selected: readonly Selected[]; editing: Editing }) {
  const canvas = useCanvas()
  const [only, ...others] = freeOf(selected, 'style')
  if (!only || others.length > 0 || !('colors' in only.resolved)) return null
  const { colors } = only.resolved
  const shown = colors.map((color) => hexOfCss(hexAt(canvas, color)))
  return (
    <Section title={t`Colours`}>
      {shown.map((color, n) => (
        <ColorBox
          key={n}
          label={numberedColor(n + 1)}
          color={color}
          onColor={(next, isDragging) =>
            editing.set(
              t`Change colour`,
              [{ layer: only.entry.id, property: 'colors', value: colors.with(n, next) }],
              isDragging ? editing.drag() : undefined,
            )
          }
          onEnd={editing.endDrag}
        />
      ))}
    </Section>
  )
}
