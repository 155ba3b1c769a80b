// The shapes that can be added.
import { t } from '@lingui/core/macro'
import { i18n } from '../../../../language/i18n.ts'
import { useCanvas } from '../model/canvas-context.tsx'
import type { CanvasModel } from '../model/canvas-model.ts'
import { colorOn } from '../model/contrast.ts'
import { focusStage } from '../model/focus-stage.ts'
import { isBackground } from '../model/hit.ts'
import { draggable } from '../model/panel-drag.ts'
import { isGradient } from '../properties/paint-box.tsx'
import { hexAt } from '../properties/selected.ts'
import type { AddedShape } from './shape-list.ts'
import { Tile, ToolGroup } from './tool-scroll.tsx'

/** Size of an added shape as a share of the canvas's shorter side. */
const share = 0.3

export function ShapeTools({ shapes }: { shapes: readonly AddedShape[] }) {
  const canvas = useCanvas()
  if (shapes.length === 0) return null
  return (
    <ToolGroup title={t`Shapes`}>
      <ul className="grid grid-cols-[repeat(auto-fill,minmax(4.5rem,1fr))] gap-2">
        {shapes.map((shape) => (
          <li key={shape.id}>
            <Tile
              aria-label={i18n._(shape.adding)}
              title={i18n._(shape.name)}
              onClick={() => addShape(canvas, shape)}
              {...draggable(() => addShape(canvas, shape))}
              className="w-full"
            >
              <svg viewBox="0 0 100 100" aria-hidden="true" className="size-full">
                <path
                  d={shape.picture}
                  fill={shape.isLine ? 'none' : 'currentColor'}
                  stroke={shape.isLine ? 'currentColor' : 'none'}
                  strokeWidth={6}
                  strokeLinecap="round"
                  strokeLinejoin="round"
                />
              </svg>
            </Tile>
          </li>
        ))}
      </ul>
    </ToolGroup>
  )
}

/** The background colour: that of the lowest layer that covers the canvas, else the canvas's own. */
function findGroundColor(canvas: CanvasModel): string {
  const grounds = canvas.layers().filter((entry) => !entry.isHidden && isBackground(canvas, entry))
  const colors = grounds.flatMap(({ id }) => {
    const layer = canvas.findResolvedLayer(id)
    if (layer?.type !== 'solid') return []
    return [hexAt(canvas, isGradient(layer.color) ? layer.color.stops[0]?.[1] : layer.color)]
  })
  return colors[0] ?? hexAt(canvas, (canvas.findResolved() ?? canvas.getDocument()).canvas.background, '#000000')
}

function addShape(canvas: CanvasModel, shape: AddedShape): void {
  const { width, height } = canvas.getSize()
  const size = Math.round(Math.min(width, height) * share)
  const { x, y } = canvas.placeForNew({ width: size, height: size })
  const color = String(colorOn(findGroundColor(canvas), canvas.palette()))
  canvas.addLayer(
    {
      id: canvas.newId(),
      type: 'shape',
      name: i18n._(shape.name),
      ...canvas.addedTime(),
      ks: { p: [Math.round(x), Math.round(y)] },
      shapes: shape.build(size, color),
    },
    { label: i18n._(shape.adding) },
  )
  focusStage()
}
