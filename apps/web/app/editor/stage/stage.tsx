// The stage of the form editor: the outline of the selected field, and clicks that select a field.
import { t } from '@lingui/core/macro'
import { type PointerEvent, useEffect, useRef } from 'react'
import { useObservable } from '../../api/observable.ts'
import { useEditor } from '../model/editor-context.tsx'
import { findFieldUnder } from '../model/field-under-pointer.ts'
import { cornersAt } from '../preview/field-place.ts'
import { previewSize } from '../preview/painting.ts'
import { VersionBanner } from '../versions/version-banner.tsx'
import { type PixelsOf, StageCanvas } from './stage-canvas.tsx'

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
