// Controls for layers of several colours: drawings, particles and light.
import { t } from '@lingui/core/macro'
import type { LightLayer, ParticlesLayer } from '@vitrine/document/layer'
import { useCanvas } from '../model/canvas-context.tsx'
import { ColorBox } from './color-box.tsx'
import { setProperty } from './layer-row.ts'
import { hexAt, hexOfCss, type PropertyEdit, type Selected, useEditing } from './selected.ts'
import { colorsOfShapes, reshape, type SelectedShape, withColor } from './shape-paint.ts'

/** Drawings of several colours. */
export function ShapeColors({ items }: { items: readonly SelectedShape[] }) {
  const canvas = useCanvas()
  const used = items.flatMap(({ resolved }) => colorsOfShapes(resolved.shapes).map((color) => hexAt(canvas, color)))
  const colors = [...new Set(used)]
  return (
    <ColorList
      colors={colors}
      createLabel={(number) => (colors.length > 1 ? numberedColor(number) : t`Colour`)}
      edit={(n, next) =>
        items.map((one) =>
          reshape(one, (shapes) => withColor(shapes, (paint) => hexAt(canvas, paint) === colors[n], next)),
        )
      }
    />
  )
}

/** Decoration with several colours. */
export type Colorful = Selected & { resolved: ParticlesLayer | LightLayer }

export function LayerColors({ item }: { item: Colorful }) {
  const canvas = useCanvas()
  const { colors } = item.resolved
  return (
    <ColorList
      colors={colors.map((color) => hexOfCss(hexAt(canvas, color)))}
      createLabel={numberedColor}
      edit={(n, next) => [setProperty('colors')(item, colors.with(n, next))]}
    />
  )
}

const numberedColor = (number: number) => t`Colour ${number}`

type ColorListProps = {
  colors: readonly (string | undefined)[]
  createLabel: (number: number) => string
  edit: (n: number, color: string) => readonly PropertyEdit[]
}

function ColorList({ colors, createLabel, edit }: ColorListProps) {
  const editing = useEditing()
  return (
    <div className="flex flex-col gap-3">
      {colors.map((color, n) => (
        <ColorBox
          // The position identifies a colour, because each change replaces its value.
          key={n}
          label={createLabel(n + 1)}
          color={color}
          onColor={(next, isDragging) =>
            editing.put(t`Change colour`, edit(n, next), isDragging ? editing.drag() : undefined)
          }
          onEnd={editing.endDrag}
        />
      ))}
    </div>
  )
}
