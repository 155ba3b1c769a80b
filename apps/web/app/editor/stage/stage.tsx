// The stage of the form editor: the outline of the selected field, and clicks that select a field.
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { type ComponentProps, type PointerEvent, type ReactNode, useEffect, useRef } from 'react'
import { useObservable } from '../../api/observable.ts'
import { Button } from '../../ui/button.tsx'
import type { Size } from '../cropper/crop.ts'
import { useEditor } from '../model/editor-context.tsx'
import { findFieldUnder } from '../model/field-under-pointer.ts'
import { cornersAt } from '../preview/field-place.ts'
import { previewSize } from '../preview/painting.ts'
import { posterAddress } from '../shell/editor-states.tsx'
import { VersionBanner } from '../versions/version-list.tsx'

export function Stage() {
  const model = useEditor()
  const pick = (event: PointerEvent<HTMLCanvasElement>) => {
    if (model.preview.get().status !== 'ready') return
    const fieldId = findFieldUnder(model, event)
    if (fieldId && !model.shownVersion.get()) model.select(fieldId, 'picture')
    else model.player.toggle()
  }

  return (
    <section
      aria-label={t`Preview`}
      className="flex min-h-0 min-w-0 flex-col overflow-hidden bg-paper [grid-area:stage]"
    >
      <VersionBanner />
      <div className="min-h-0 flex-1 p-3 md:p-6">
        <StageCanvas
          pixelsOf={pixelsOnScreen}
          failure={t`The preview could not be loaded. Your changes are safe.`}
          canvas={{ onPointerUp: pick, className: 'block touch-manipulation' }}
        >
          <Outline />
        </StageCanvas>
      </div>
    </section>
  )
}

/** As many pixels as the screen can show of the video. */
const pixelsOnScreen: PixelsOf = (video, shown) => previewSize(video, shown, window.devicePixelRatio)

/** The outline of the selected field, which follows it from frame to frame. Drawn without React. */
export function Outline() {
  const model = useEditor()
  const shape = useRef<SVGSVGElement>(null)
  useEffect(() => {
    const draw = () => {
      const state = model.preview.get()
      const selected = model.selection.get()?.fieldId
      const polygon = shape.current?.firstElementChild
      if (!polygon) return
      const frame = model.player.getFrame()
      const { isPlaying } = model.player.getTransport()
      const places = state.status === 'ready' && selected && !isPlaying ? state.painting.getPlaces() : []
      const own = places.find(
        (place) =>
          place.size &&
          place.contentFields.includes(selected ?? '') &&
          frame >= place.firstFrame &&
          frame < place.endFrame &&
          place.opacityAt(frame) > 0.1,
      )
      const points = own
        ? cornersAt(own, frame)
            .map(({ x, y }) => `${x},${y}`)
            .join(' ')
        : ''
      polygon.setAttribute('points', points)
    }
    const ends = [model.player.onFrame(draw), model.player.onTransport(draw), model.selection.subscribe(draw)]
    return () => {
      for (const end of ends) end()
    }
  }, [model])
  const { width, height } = useObservable(model.shape)
  return (
    <svg
      ref={shape}
      aria-hidden="true"
      viewBox={`0 0 ${width} ${height}`}
      className="pointer-events-none absolute inset-0 size-full fill-none stroke-marigold"
    >
      <polygon points="" strokeWidth={2} vectorEffect="non-scaling-stroke" strokeDasharray="6 4" />
    </svg>
  )
}

// The canvas of the stage: as large as its container allows in the chosen aspect ratio, with the poster until it is
// painted and an error message when it cannot be.

/** The size of a canvas in pixels for a picture's size and its size on the screen. */
type PixelsOf = (picture: Size, shown: Size) => Size

interface StageCanvasProps {
  /** Must be stable. */
  pixelsOf: PixelsOf
  /** The message when the picture cannot be loaded. */
  failure: string
  /** Props other than its size, name and drawing. */
  canvas: Pick<ComponentProps<'canvas'>, 'className' | 'onPointerUp'>
  /** Rendered over the picture. */
  children: ReactNode
}

export function StageCanvas({ pixelsOf, failure, canvas: own, children }: StageCanvasProps) {
  const { template, preview, stage, isStageBusy, retryPreview } = useEditor()
  const { templateName } = template
  const { status } = useObservable(preview)
  const state = useObservable(stage)
  const isUnfinished = useObservable(isStageBusy)
  const isBusy = status !== 'failed' && (isUnfinished || state !== 'settled')
  const place = useRef<HTMLDivElement>(null)
  const canvas = useRef<HTMLCanvasElement>(null)
  useFittedCanvas(place, canvas, pixelsOf)
  return (
    <div ref={place} className="relative flex size-full items-center justify-center">
      <div dir="ltr" className="relative overflow-hidden bg-well" data-stage={state} aria-busy={isBusy}>
        <canvas ref={canvas} role="img" aria-label={t`${templateName} with your changes`} {...own} />
        {(status !== 'ready' || state === 'poster') && (
          <img
            src={posterAddress(template.thumbnail)}
            alt=""
            className="pointer-events-none absolute inset-0 size-full animate-breathe object-contain"
          />
        )}
        {children}
      </div>
      {status === 'failed' && (
        <div
          role="alert"
          dir={document.dir}
          className="absolute inset-x-0 bottom-4 mx-auto flex w-fit items-center gap-4 rounded-card bg-raised px-4 py-3 shadow-float"
        >
          <p>{failure}</p>
          <Button size="small" variant="secondary" onClick={retryPreview}>
            <Trans>Try again</Trans>
          </Button>
        </div>
      )}
    </div>
  )
}

/**
 * Sets the size of the canvas: the largest in the picture's shape that its container allows. Until the stage has
 * settled, it has no more pixels than the screen can show, because the first picture of a large design would take
 * several times as long.
 */
function useFittedCanvas(
  place: { current: HTMLDivElement | null },
  canvas: { current: HTMLCanvasElement | null },
  pixelsOf: PixelsOf,
) {
  const model = useEditor()
  useEffect(() => {
    const [around, target] = [place.current, canvas.current]
    if (!around || !target) return
    let isExact = false
    const fit = () => {
      isExact ||= model.stage.get() === 'settled'
      const picture = model.shape.get()
      const scale = Math.min(around.clientWidth / picture.width, around.clientHeight / picture.height)
      const shown = { width: picture.width * scale, height: picture.height * scale }
      target.style.width = `${shown.width}px`
      target.style.height = `${shown.height}px`
      const exact = pixelsOf(picture, shown)
      const seen = previewSize(picture, shown, window.devicePixelRatio)
      const size = isExact || exact.width <= seen.width ? exact : seen
      if (size.width === target.width && size.height === target.height) return
      target.width = size.width
      target.height = size.height
      model.repaint()
    }
    fit()
    model.setCanvas(target)
    const sizes = new ResizeObserver(fit)
    sizes.observe(around)
    const ends = [model.shape.subscribe(fit), model.stage.subscribe(fit)]
    const sight = new IntersectionObserver(([entry]) => model.player.setSeen(entry?.isIntersecting ?? true))
    sight.observe(target)
    return () => {
      sizes.disconnect()
      for (const end of ends) end()
      sight.disconnect()
      model.setCanvas(null)
    }
  }, [model, place, canvas, pixelsOf])
}
