// The stickers that can be added, by theme.
import { t } from '@lingui/core/macro'
import { useCanvas } from '../model/canvas-context.tsx'
import { focusStage } from '../model/focus-stage.ts'
import { draggable } from '../model/panel-drag.ts'
import { layerOfSticker, type Sticker, type StickerTheme } from '../stickers/sticker.ts'
import { Tile, ToolGroup } from './tool-scroll.tsx'

/** Size of an added sticker as a share of the canvas's shorter side. */
const share = 0.28

export function StickerTools({ themes }: { themes: readonly StickerTheme[] }) {
  const canvas = useCanvas()
  const add = (sticker: Sticker) => {
    const { width, height } = canvas.getSize()
    const size = Math.round(Math.min(width, height) * share)
    const place = canvas.placeForNew({ width: size, height: size })
    const layer = layerOfSticker(sticker, { id: canvas.newId(), size, ...place, time: canvas.addedTime() })
    if (canvas.run([{ op: 'add-sticker', layer }], { label: addingText(sticker) })) return
    canvas.select([layer.id])
    focusStage()
  }
  return themes.map(({ title, stickers }) => (
    <ToolGroup key={title} title={title}>
      <ul className="grid grid-cols-[repeat(auto-fill,minmax(4rem,1fr))] gap-2">
        {stickers.map((sticker) => (
          <li key={sticker.id}>
            <Tile
              aria-label={addingText(sticker)}
              title={sticker.name}
              onClick={() => add(sticker)}
              {...draggable(() => add(sticker))}
              isLight={isDark(sticker)}
              className="w-full"
            >
              <StickerPicture sticker={sticker} />
            </Tile>
          </li>
        ))}
      </ul>
    </ToolGroup>
  ))
}

/** True for a drawing in dark colours only, which would be invisible on the panel. */
function isDark({ parts }: Sticker): boolean {
  const colors = parts.flatMap(({ fill, line }) => [fill, line]).filter((color) => color !== undefined)
  return colors.every((color) => [1, 3, 5].every((at) => Number.parseInt(color.slice(at, at + 2), 16) < 0x60))
}

const addingText = ({ name }: Sticker) => t`Add sticker: ${name}`

function StickerPicture({ sticker }: { sticker: Sticker }) {
  return (
    <svg viewBox="0 0 100 100" aria-hidden="true" className="size-full">
      {sticker.parts.map(({ d, fill, line, width, holes }) => (
        <path
          key={d}
          d={d}
          fill={fill ?? 'none'}
          fillRule={holes ? 'evenodd' : undefined}
          stroke={line}
          strokeWidth={line ? (width ?? 3) : undefined}
          strokeLinecap="round"
          strokeLinejoin="round"
        />
      ))}
    </svg>
  )
}
