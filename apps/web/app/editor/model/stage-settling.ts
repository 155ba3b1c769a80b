// Tracks whether the stage shows its final picture: rapid changes are painted as drafts, and a text may wait for its
// font.
import { createObservable, type Observable } from '../../api/observable.ts'

/** The exact picture is painted after this pause. */
const SETTLE_MS = 400

export interface StageSettling {
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
