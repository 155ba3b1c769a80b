// The loading state of the stage: the first picture waits only for the photos that it shows. Photos of later scenes
// load in idle time, or at once when the video plays.
import type { ResolvedDocument } from '@vitrine/document/document'
import { drawnAssets } from '@vitrine/project/resolve'
import { createObservable, type Observable } from '../../api/observable.ts'
import type { Painting } from './painting.ts'
import type { Pictures } from './pictures.ts'
import type { Player } from './player.ts'

/**
 * The poster is shown; the first picture is being painted; photos are loading; all photos are complete, so that only
 * edits change the picture.
 */
export type StageState = 'poster' | 'first' | 'filling' | 'settled'

/** Whether the first picture has been painted, which allows other downloads. */
export const hasFirstPicture = (state: StageState) => state === 'filling' || state === 'settled'

interface StageSettings {
  player: Pick<Player, 'framesPerSecond' | 'getFrame' | 'getTransport' | 'invalidate' | 'onFrame' | 'onTransport'>
  pictures: Pick<Pictures, 'isArriving' | 'expect' | 'prepare' | 'loadWhole'>
  /** Undefined until the fonts are loaded. */
  findPainting: () => Painting | undefined
}

export interface Stage {
  readonly state: Observable<StageState>
  /** Call it when a photo has loaded, failed or is complete. */
  look(): void
  /** Shows what is available without waiting for photos. */
  show(): void
  stop(): void
}

/** A customer's photo may be large: after this time its frame is shown empty. */
const PATIENCE_MS = 3000
/** After this time the first picture counts as painted. */
const UNSEEN_MS = 1000
/** The start waits for the photos of these seconds too, because playback begins with them. */
export const AHEAD_SECONDS = [0, 1, 2]
/** A page that is never idle continues after this time. */
const IDLE_TIMEOUT_MS = 300

export function createStage({ player, pictures, findPainting }: StageSettings): Stage {
  const state = createObservable<StageState>('poster')
  let patience: ReturnType<typeof setTimeout> | undefined
  let requested: { painting: Painting; frame: number } | undefined
  let isLoadingMore = false
  let isStopped = false

  /** Requests the photos of the current and the next moments, without compiling. */
  const ask = (painting: Painting) => {
    const frame = player.getFrame()
    if (requested?.painting === painting && requested.frame === frame) return
    requested = { painting, frame }
    for (const seconds of AHEAD_SECONDS) {
      const ahead = frame + Math.round(seconds * player.framesPerSecond)
      pictures.expect(drawnAssets(painting.getResolved(), ahead))
    }
  }
  const loadMore = async (document: ResolvedDocument) => {
    isLoadingMore = true
    for (const assetId of savesData() ? [] : drawnAssets(document)) {
      await whenIdle()
      if (isStopped) return
      await pictures.loadWhole(assetId)
    }
    // The settled stage is painted exactly, which takes longer.
    await whenIdle()
    isLoadingMore = false
    look()
  }
  const goOn = () => {
    if (state.get() !== 'first' || isStopped) return
    const painting = findPainting()
    if (painting) void loadMore(painting.getResolved())
    state.set('filling')
    follow()
  }
  const show = () => {
    if (state.get() !== 'poster' || !findPainting() || isStopped) return
    clearTimeout(patience)
    state.set('first')
    const end = player.onFrame(() => {
      end()
      setTimeout(goOn)
    })
    // An invisible stage is not painted.
    patience = setTimeout(goOn, UNSEEN_MS)
    player.invalidate()
  }
  const look = () => {
    const painting = findPainting()
    if (!painting || isStopped) return
    if (state.get() === 'poster') {
      ask(painting)
      patience ??= setTimeout(show, PATIENCE_MS)
      if (!pictures.isArriving()) show()
    }
    if (hasFirstPicture(state.get())) state.set(isLoadingMore || pictures.isArriving() ? 'filling' : 'settled')
  }
  const follow = () => {
    const painting = findPainting()
    if (player.getTransport().isPlaying && painting) {
      show()
      if (hasFirstPicture(state.get())) pictures.prepare(drawnAssets(painting.getResolved()))
    }
    look()
  }
  const end = player.onTransport(follow)
  return {
    state,
    look,
    show,
    stop() {
      isStopped = true
      clearTimeout(patience)
      end()
    },
  }
}

/** Whether the visitor has turned on the browser's data saver. */
function savesData(): boolean {
  return (navigator as { connection?: { saveData?: boolean } }).connection?.saveData === true
}

function whenIdle(): Promise<void> {
  return new Promise((done) => {
    // Safari has no such callback.
    if ('requestIdleCallback' in globalThis) requestIdleCallback(() => done(), { timeout: IDLE_TIMEOUT_MS })
    else setTimeout(done, IDLE_TIMEOUT_MS)
  })
}

// Tracks whether the stage shows its final picture: rapid changes are painted as drafts, and a text may wait for its
// font.

/** The exact picture is painted after this pause. */
const SETTLE_MS = 400

interface StageSettling {
  /** True until the exact picture is painted. */
  readonly isBusy: Observable<boolean>
  /** Call after a change: paints now, as a draft if that is faster, and exactly after a pause. */
  paintSoon(): void
  /** Call when the canvas was cleared: paints again. */
  repaint(): void
  /** Whether changes still follow one another. */
  isRough(): boolean
  /** Call when fonts start or stop loading; the next paint includes them. */
  setLoadingFonts(isLoading: boolean): void
  /** Call after painting a frame. */
  painted(): void
  stop(): void
}

/** `repaint` requests a frame; the painter calls `painted` afterwards. */
export function createStageSettling(repaint: () => void): StageSettling {
  const isBusy = createObservable(true)
  let timer: ReturnType<typeof setTimeout> | undefined
  let isLoadingFonts = true
  return {
    isBusy,
    paintSoon() {
      isBusy.set(true)
      clearTimeout(timer)
      timer = setTimeout(() => {
        timer = undefined
        repaint()
      }, SETTLE_MS)
      repaint()
    },
    repaint() {
      isBusy.set(true)
      repaint()
    },
    isRough: () => timer !== undefined,
    setLoadingFonts(isLoading) {
      isLoadingFonts = isLoading
      if (isLoading) isBusy.set(true)
      else repaint()
    },
    painted() {
      if (!isLoadingFonts && timer === undefined) isBusy.set(false)
    },
    stop: () => clearTimeout(timer),
  }
}
