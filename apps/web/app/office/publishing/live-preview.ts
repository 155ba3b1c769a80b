// Owns the live picture of a template's version: the shop's own painter in the browser, with the document's defaults.
import type { TemplateDocument } from '@vitrine/composition/document'
import { framesPerSecond } from '@vitrine/composition/document'
import { loadShaper } from '@vitrine/composition/shaper'
import type { DocumentAsset } from '@vitrine/contract/catalogue'
import { createAssetLibrary } from '../../editors/asset-library.ts'
import { createObservable, type Observable } from '../../editors/observable.ts'
import { listMissingFonts, loadFonts } from '../../editors/preview/load-fonts.ts'
import { createPainting, type Painting } from '../../editors/preview/painting.ts'
import { createPictures } from '../../editors/preview/pictures.ts'
import { createPlayer, type Player } from '../../editors/preview/player.ts'

export interface LivePreview {
  readonly player: Player
  readonly status: Observable<'loading' | 'ready' | 'failed'>
  setCanvas(canvas: HTMLCanvasElement | null): void
  close(): void
}

const CONTENT = { values: {}, ops: [], aspect: null } as const

/** Opens a preview that begins at a frame. */
export function openLivePreview(
  document: TemplateDocument,
  addresses: Readonly<Record<string, DocumentAsset>>,
  firstFrame: number,
): LivePreview {
  const status = createObservable<'loading' | 'ready' | 'failed'>('loading')
  let canvas: HTMLCanvasElement | null = null
  let painting: Painting | undefined
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
  const load = async () => {
    const [shaper, fonts] = await Promise.all([
      loadShaper(),
      loadFonts(listMissingFonts(document, CONTENT, new Map()), library),
    ])
    if (isClosed) return
    painting = createPainting({ template: document, content: CONTENT, shaper, fonts, pictures })
    status.set('ready')
    player.seek(firstFrame)
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
    close() {
      isClosed = true
      player.stop()
      pictures.stop()
    },
  }
}
