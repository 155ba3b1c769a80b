// Owns adding stickers: by theme, found by words.
import { useState } from 'react'
import { controlClass } from '../../fields/field-frame.tsx'
import { useCanvas } from '../canvas-context.tsx'
import { draggable } from '../panel-drag.ts'
import { Tile, ToolGroup, ToolScroll } from '../tools/tool-scroll.tsx'
import { layerOfSticker, type Sticker } from './sticker.ts'
import { findStickers } from './sticker-list.ts'

/** Size of an added sticker as a share of the canvas's shorter side. */
const share = 0.28

export function StickerTools() {
  const canvas = useCanvas()
  const [search, setSearch] = useState('')
  const themes = findStickers(search)
  const add = (sticker: Sticker) => {
    const { width, height } = canvas.getSize()
    const size = Math.round(Math.min(width, height) * share)
    const layer = layerOfSticker(sticker, { id: canvas.newId(), size, ...canvas.middle(), time: canvas.addedTime() })
    const label = `Add sticker: ${sticker.name}`
    if (!canvas.run([{ op: 'add-sticker', layer }], { label })) canvas.select([layer.id])
  }
  return (
    <ToolScroll>
      <input
        type="search"
        aria-label="Search stickers"
        placeholder="Search stickers"
        value={search}
        onChange={(event) => setSearch(event.currentTarget.value)}
        className={`${controlClass} shrink-0`}
      />
      {themes.map(({ title, stickers }) => (
        <ToolGroup key={title} title={title}>
          <ul className="grid grid-cols-[repeat(auto-fill,minmax(4rem,1fr))] gap-2">
            {stickers.map((sticker) => (
              <li key={sticker.id}>
                <Tile
                  aria-label={`Add sticker: ${sticker.name}`}
                  title={sticker.name}
                  onClick={() => add(sticker)}
                  {...draggable(() => add(sticker))}
                  className="w-full bg-edge"
                >
                  <StickerPicture sticker={sticker} />
                </Tile>
              </li>
            ))}
          </ul>
        </ToolGroup>
      ))}
      <p role="status" className="text-caption text-muted empty:hidden">
        {themes.length === 0 ? 'No sticker of this name. Try another word, such as “flower”.' : ''}
      </p>
    </ToolScroll>
  )
}

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
