// The picture of a live preview.
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useEffect, useRef, useSyncExternalStore } from 'react'
import { previewSize } from '../../editor/preview/painting.ts'
import type { LivePreview } from './live-preview.ts'

/** The canvas of a live preview, as wide as its container allows. */
export function LivePicture({
  live,
  width,
  height,
  name,
}: {
  live: LivePreview
  width: number
  height: number
  name: string
}) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const status = useSyncExternalStore(live.status.subscribe, live.status.get, live.status.get)
  useEffect(() => {
    const target = canvas.current
    if (!target) return
    live.setCanvas(target)
    const fit = () => {
      const shown = { width: target.clientWidth, height: target.clientHeight }
      const size = previewSize({ width, height }, shown, window.devicePixelRatio)
      if (size.width === target.width && size.height === target.height) return
      target.width = size.width
      target.height = size.height
      live.player.invalidate()
    }
    const sizes = new ResizeObserver(fit)
    sizes.observe(target)
    return () => {
      sizes.disconnect()
      live.setCanvas(null)
    }
  }, [live, width, height])
  return (
    <div className="relative w-full">
      <canvas
        ref={canvas}
        role="img"
        aria-label={t`${name} as customers find it`}
        data-status={status}
        className="mx-auto block"
        // As wide as possible, without pushing the rest of the page out of view.
        style={{ aspectRatio: `${width} / ${height}`, width: `min(100%, ${(40 * width) / height}dvh)` }}
      />
      {status === 'failed' && (
        <p role="alert" className="absolute inset-x-3 bottom-3 rounded-control bg-raised p-3 text-center">
          <Trans>The preview could not be loaded here. Please reload the page.</Trans>
        </p>
      )}
    </div>
  )
}
