// The live preview of a template version, drawn by the painter in the browser with the document’s defaults.
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { DocumentAsset } from '@vitrine/contract/catalogue'
import { framesPerSecond, type TemplateDocument } from '@vitrine/document/document'
import type { Shaper } from '@vitrine/painter/shaper'
import { useEffect, useRef, useSyncExternalStore } from 'react'
import { createObservable, type Observable } from '../../api/observable.ts'
import { type FontFiles, loadDocumentFonts } from '../../editor/preview/load-fonts.ts'
import { createPainting, type Painting, previewSize, resolveContent } from '../../editor/preview/painting.ts'
import { createPictures } from '../../editor/preview/pictures.ts'
import { createPlayer, type Player } from '../../editor/preview/player.ts'
import { createAssetLibrary, type KnownAsset } from '../../editor/project/asset-library.ts'

export interface LivePreview {
  readonly player: Player
  readonly status: Observable<'loading' | 'ready' | 'failed'>
  setCanvas(canvas: HTMLCanvasElement | null): void
  /** Shows the version with changed fields, and with files that it does not have. */
  show(document: TemplateDocument, files: readonly KnownAsset[]): void
  close(): void
}

/** Opens a preview at a frame, in the version's own aspect ratio unless `aspect` names another one. */
export function openLivePreview(
  document: TemplateDocument,
  addresses: Readonly<Record<string, DocumentAsset>>,
  firstFrame: number,
  aspect: string | null = null,
): LivePreview {
  const content = { values: {}, difference: {}, aspect }
  const status = createObservable<'loading' | 'ready' | 'failed'>('loading')
  let canvas: HTMLCanvasElement | null = null
  let painting: Painting | undefined
  let shown = document
  let fonts: FontFiles = new Map()
  let shaper: Shaper | undefined
  let isClosed = false
  const player = createPlayer({
    durationFrames: document.canvas.duration,
    framesPerSecond: framesPerSecond(document.canvas.fps),
    paint(frame, isPlaying) {
      pictures.setPlaying(isPlaying)
      if (canvas) painting?.drawFrame(canvas, frame)
    },
  })
  const library = createAssetLibrary(addresses, document.assets, [])
  const pictures = createPictures({
    library,
    onArrived(kind) {
      if (kind === 'picture') painting?.refresh()
      player.invalidate()
    },
    onFailed: () => undefined,
  })
  const paint = () => {
    if (shaper) painting = createPainting({ template: shown, content, shaper, fonts, pictures })
    player.invalidate()
  }
  /** A changed text may need another font. */
  const loadMoreFonts = async () => {
    const before = fonts.size
    const loaded = await loadDocumentFonts(resolveContent(shown, content), library, fonts)
    fonts = new Map([...fonts, ...loaded.fonts])
    shaper = loaded.shaper
    return fonts.size > before
  }
  const load = async () => {
    await loadMoreFonts()
    if (isClosed) return
    paint()
    player.seek(firstFrame)
    status.set('ready')
  }
  load().catch(() => {
    if (!isClosed) status.set('failed')
  })
  return {
    player,
    status,
    setCanvas(next) {
      canvas = next
      player.invalidate()
    },
    show(next, files) {
      for (const file of files) library.put(file)
      shown = next
      paint()
      const paintAgain = (isNeeded: boolean) => void (isNeeded && !isClosed && paint())
      // Without it the text is set in another font of the template.
      void loadMoreFonts().then(paintAgain, () => undefined)
    },
    close() {
      isClosed = true
      player.stop()
      pictures.stop()
    },
  }
}

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
