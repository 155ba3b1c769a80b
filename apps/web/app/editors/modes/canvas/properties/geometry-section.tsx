// Position, size and rotation of the selected layers as numbers.
import { t } from '@lingui/core/macro'
import type { Operation } from '@vitrine/composition/operation'
import { useCanvas } from '../model/canvas-context.tsx'
import { type Bounds, REST, uniteAll } from '../model/geometry.ts'
import {
  boxOf,
  changeByFrame,
  changeByMotion,
  hasFrame,
  hasPlace,
  type LayerPlacement,
  turnOfLayer,
} from '../model/layer-change.ts'
import { boundsOfPlacement, placementOf } from '../model/layer-placement.ts'
import { NumberBox, Section } from './control.tsx'
import { type Editing, freeOf, type Selected } from './selected.ts'

/** Nothing for layers without a place of their own, such as light over the whole picture. */
export function GeometrySection({ selected, editing }: { selected: readonly Selected[]; editing: Editing }) {
  const canvas = useCanvas()
  const placement = freeOf(selected, 'move')
    .flatMap(({ entry }) => placementOf(canvas, entry.id) ?? [])
    .filter(hasPlace)
  const bounds = uniteAll(placement.map(boundsOfPlacement).filter((one) => one !== undefined))
  if (!bounds || placement.length === 0) return null
  const [left, top, right, bottom] = bounds
  const [only, ...others] = placement
  const run = (label: string, changes: readonly (Operation[] | undefined)[]) => {
    if (changes.some((change) => change === undefined)) return canvas.refuse(t`The template sets this position.`)
    editing.run(
      label,
      changes.flatMap((change) => change ?? []),
    )
  }
  const move = (x: number, y: number) =>
    run(
      t`Move`,
      placement.map((item) => changeByMotion(item, { ...REST, move: { x, y } })),
    )
  const single = only && others.length === 0 ? only : undefined
  const size = single ? sizeOf(single) : [right - left, bottom - top]
  const resize = (side: 0 | 1, value: number) => {
    const present = size[side] ?? 1
    if (single?.place.box && hasFrame(single.resolved)) {
      const [x0, y0, x1, y1] = single.place.box
      const factor = value / present
      const to: Bounds = side === 0 ? [x0, y0, x0 + (x1 - x0) * factor, y1] : [x0, y0, x1, y0 + (y1 - y0) * factor]
      return run(t`Resize`, [changeByFrame(single, single.place.box, to)])
    }
    const motion = { ...REST, center: { x: left, y: top }, scale: value / present }
    run(
      t`Resize`,
      placement.map((item) => changeByMotion(item, motion)),
    )
  }
  return (
    <Section title={t`Position`}>
      <div className="grid grid-cols-2 gap-2">
        <NumberBox label="X" unit="px" digits={1} value={left} onValue={(value) => move(value - left, 0)} />
        <NumberBox label="Y" unit="px" digits={1} value={top} onValue={(value) => move(0, value - top)} />
        <NumberBox
          label={t`Width`}
          unit="px"
          min={1}
          digits={1}
          value={size[0]}
          onValue={(value) => resize(0, value)}
        />
        <NumberBox
          label={t`Height`}
          unit="px"
          min={1}
          digits={1}
          value={size[1]}
          onValue={(value) => resize(1, value)}
        />
        {single && (
          <NumberBox
            label={t`Rotation`}
            unit="°"
            digits={1}
            value={turnOfLayer(single)}
            onValue={(value) => {
              const center = { x: (left + right) / 2, y: (top + bottom) / 2 }
              run(t`Rotate`, [changeByMotion(single, { ...REST, center, turn: value - turnOfLayer(single) })])
            }}
          />
        )}
      </div>
    </Section>
  )
}

/** Width and height along the layer's own sides, in pixels of the canvas. */
function sizeOf({ place, resolved }: LayerPlacement): [number, number] {
  const [x0, y0, x1, y1] = place.box ?? [0, 0, ...(boxOf(resolved)?.slice(2) ?? [0, 0])]
  const [a, b, c, d] = place.matrix
  return [((x1 ?? 0) - (x0 ?? 0)) * Math.hypot(a, b), ((y1 ?? 0) - (y0 ?? 0)) * Math.hypot(c, d)]
}
