// The shapes that can be added.
import { t } from '@lingui/core/macro'
import { i18n } from '../../../../language/i18n.ts'
import { useCanvas } from '../model/canvas-context.tsx'
import type { CanvasModel } from '../model/canvas-model.ts'
import { draggable } from '../model/panel-drag.ts'
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

function addShape(canvas: CanvasModel, shape: AddedShape): void {
  const { width, height } = canvas.getSize()
  const { x, y } = canvas.middle()
  const color = String(canvas.palette()[0] ?? '#f5a400')
  canvas.addLayer(
    {
      id: canvas.newId(),
      type: 'shape',
      name: i18n._(shape.name),
      ...canvas.addedTime(),
      ks: { p: [Math.round(x), Math.round(y)] },
      shapes: shape.build(Math.round(Math.min(width, height) * share), color),
    },
    { label: i18n._(shape.adding) },
  )
}
