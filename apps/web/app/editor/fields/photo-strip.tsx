// The photos of a template in order. They are dragged with the mouse or by their grip, or moved by buttons.

import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { MediaField, MediaValue } from '@vitrine/document/field'
import { fieldValue as valueOfField } from '@vitrine/project/resolve'
import ArrowLeft from 'lucide-react/icons/arrow-left'
import ArrowRight from 'lucide-react/icons/arrow-right'
import GripHorizontal from 'lucide-react/icons/grip-horizontal'
import Images from 'lucide-react/icons/images'
import { type PointerEvent, useEffect, useRef, useState } from 'react'
import { useObservable } from '../../api/observable.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { classNames } from '../../ui/class-names.ts'
import { FilePicker } from '../file-import/file-picker.tsx'
import { useAttachFiles } from '../file-import/use-field-files.ts'
import { useEditor } from '../model/editor-context.tsx'
import { hasFirstPicture } from '../preview/stage-state.ts'
import { type Placed, usePhotoOrder } from './photo-order.ts'

/** Renders nothing for templates with fewer than two photos. */
export function PhotoStrip() {
  const model = useEditor()
  const { fields, contents, preview, move, fit } = usePhotoOrder()
  const attachFiles = useAttachFiles(model)
  const [selected, setSelected] = useState(0)
  const put = (from: number, to: number) => {
    if (to < 0 || to >= fields.length) return
    const place = to + 1
    const isMoved = move(from, to)
    if (isMoved) setSelected(to)
    model.announcement.set(isMoved ? t`Moved to place ${place}.` : t`Place ${place} takes no file of this kind.`)
  }
  const { drag, ...handlers } = useTileDrag(put)
  if (fields.length < 2) return null
  const shown = drag ? preview(drag.from, drag.to) : contents
  const isLifted = (place: number) => drag?.to === place
  return (
    <section aria-label={t`Photos`} className="mb-8 flex min-w-0 flex-col gap-2">
      <p className="font-headline text-lead">
        <Trans>Photos</Trans>
      </p>
      <ol className="grid grid-cols-[repeat(auto-fill,minmax(4.5rem,1fr))] gap-2 select-none" {...handlers}>
        {fields.map((field, place) => (
          <Tile
            key={field.id}
            {...{ field, place }}
            content={shown[place]}
            isSelected={selected === place && !drag}
            isLifted={isLifted(place)}
            onSelect={() => {
              setSelected(place)
              model.select(field.id, 'control')
            }}
          />
        ))}
      </ol>
      <div className="flex flex-wrap items-center gap-2">
        <IconButton label={t`Move earlier`} disabled={selected === 0} onClick={() => put(selected, selected - 1)}>
          <ArrowLeft aria-hidden="true" size={18} className="rtl:rotate-180" />
        </IconButton>
        <IconButton
          label={t`Move later`}
          disabled={selected === fields.length - 1}
          onClick={() => put(selected, selected + 1)}
        >
          <ArrowRight aria-hidden="true" size={18} className="rtl:rotate-180" />
        </IconButton>
        <FilePicker accept={['image']} onFiles={(files) => attachFiles(files)}>
          <Images aria-hidden="true" size={16} />
          <Trans>Choose photos</Trans>
        </FilePicker>
        <Button
          variant="quiet"
          onClick={async () => {
            const isChanged = await fit()
            model.announcement.set(isChanged ? t`Photos rearranged.` : t`The photos fit best as they are.`)
          }}
        >
          <Trans>Best fit</Trans>
        </Button>
      </div>
    </section>
  )
}

interface TileProps {
  field: MediaField
  place: number
  content: Placed | undefined
  isSelected: boolean
  isLifted: boolean
  onSelect: () => void
}

function Tile({ field, place, content, isSelected, isLifted, onSelect }: TileProps) {
  const [number, label] = [place + 1, field.label]
  return (
    <li
      data-place={place}
      className={classNames(
        'flex flex-col overflow-hidden rounded-control bg-well',
        isLifted && 'opacity-70 shadow-lg',
      )}
    >
      <button
        type="button"
        aria-pressed={isSelected}
        aria-label={t`${number}: ${label}`}
        onClick={onSelect}
        className="relative aspect-square w-full border-2 border-transparent aria-pressed:border-marigold"
      >
        <Thumbnail field={field} value={content?.value} />
        <span
          aria-hidden="true"
          className="absolute start-1 top-1 min-w-5 rounded-full bg-ink px-1 text-center text-caption text-paper tabular-nums"
        >
          {number}
        </span>
      </button>
      <span data-grip className="flex h-8 cursor-grab touch-none items-center justify-center text-muted">
        <GripHorizontal aria-hidden="true" size={18} />
      </span>
    </li>
  )
}

/** Edge of a thumbnail in pixels, sharp on high-density screens. */
const EDGE = 160

/** A square thumbnail of a field's content: the customer's picture or the template's. */
function Thumbnail({ field, value }: { field: MediaField; value: MediaValue | undefined }) {
  const { library, pictures, pictureVersion, stage } = useEditor()
  const canvas = useRef<HTMLCanvasElement>(null)
  useObservable(pictureVersion)
  // Photos on the stage load first.
  const isWaiting = !hasFirstPicture(useObservable(stage))
  const shown = value ?? (valueOfField(field, {}) as MediaValue | undefined)
  const kind = shown && library.find(shown.asset)?.kind
  const find = kind === 'video' ? pictures.findVideo : pictures.findPhoto
  const source = shown && !isWaiting ? (find(shown.asset)?.source as CanvasImageSource | undefined) : undefined
  useEffect(() => {
    const context = canvas.current?.getContext('2d')
    context?.clearRect(0, 0, EDGE, EDGE)
    if (!context || !source) return
    const { width, height } = readSourceSize(source)
    const scale = EDGE / Math.min(width, height)
    context.imageSmoothingQuality = 'medium'
    context.drawImage(
      source,
      ...[(EDGE - width * scale) / 2, (EDGE - height * scale) / 2],
      ...([width * scale, height * scale] as const),
    )
  }, [source])
  return <canvas ref={canvas} width={EDGE} height={EDGE} className={classNames('size-full', !value && 'opacity-55')} />
}

function readSourceSize(source: CanvasImageSource): { width: number; height: number } {
  if (source instanceof HTMLVideoElement) return { width: source.videoWidth, height: source.videoHeight }
  if ('displayWidth' in source) return { width: source.displayWidth, height: source.displayHeight }
  return { width: Number(source.width), height: Number(source.height) }
}

interface TileDrag {
  pointerId: number
  from: number
  to: number
  x: number
  y: number
  hasMoved: boolean
}

/** A shorter move is a press on the tile. */
const MIN_MOVE = 6

/** Drags tiles of a list: with the mouse anywhere, with a finger by the grip, so that the list still scrolls. */
function useTileDrag(onMove: (from: number, to: number) => void) {
  const [drag, setDrag] = useState<TileDrag>()
  const readPlace = (element: Element) => Number(element.closest<HTMLElement>('[data-place]')?.dataset.place)
  const placeUnder = (list: Element, { clientX, clientY }: PointerEvent) => {
    const found = [...list.children].find((tile) => {
      const { left, right, top, bottom } = tile.getBoundingClientRect()
      return clientX >= left && clientX <= right && clientY >= top && clientY <= bottom
    })
    return found && readPlace(found)
  }
  return {
    drag: drag?.hasMoved ? drag : undefined,
    onPointerDown(event: PointerEvent<HTMLElement>) {
      const target = event.target as Element
      const from = readPlace(target)
      const mayDrag = event.pointerType === 'mouse' ? event.button === 0 : target.closest('[data-grip]') !== null
      if (!mayDrag || Number.isNaN(from)) return
      const { pointerId, clientX: x, clientY: y } = event
      setDrag({ pointerId, from, to: from, x, y, hasMoved: false })
    },
    onPointerMove(event: PointerEvent<HTMLElement>) {
      if (drag?.pointerId !== event.pointerId) return
      const hasMoved = drag.hasMoved || Math.hypot(event.clientX - drag.x, event.clientY - drag.y) > MIN_MOVE
      if (!hasMoved) return
      // Not earlier: a captured pointer would click on the list instead of the tile.
      if (!drag.hasMoved) event.currentTarget.setPointerCapture(event.pointerId)
      setDrag({ ...drag, hasMoved, to: placeUnder(event.currentTarget, event) ?? drag.to })
    },
    onPointerUp(event: PointerEvent<HTMLElement>) {
      if (drag?.pointerId !== event.pointerId) return
      setDrag(undefined)
      // The release position counts, even if no earlier move has been rendered.
      const hasMoved = drag.hasMoved || Math.hypot(event.clientX - drag.x, event.clientY - drag.y) > MIN_MOVE
      const to = placeUnder(event.currentTarget, event) ?? drag.to
      if (hasMoved && drag.from !== to) onMove(drag.from, to)
    },
    onPointerCancel: () => setDrag(undefined),
  }
}
