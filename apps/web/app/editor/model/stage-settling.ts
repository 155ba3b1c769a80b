// Whether the stage shows the picture as it will stay: changes are painted roughly while one follows another, and a text may
// wait for its font.
import { createObservable, type Observable } from '../../api/observable.ts'

/** After this pause in changing, the picture is painted exactly. */
const SETTLE_MS = 400

export interface StageSettling {
  /** True until the exact picture is painted. */
  readonly isBusy: Observable<boolean>
  /** The content has changed: paints now, roughly if that is quicker, and exactly after a pause. */
  paintSoon(): void
  /** The canvas has lost its picture: paints it once more. */
  repaint(): void
  /** Whether changes still follow one another. */
  isRough(): boolean
  /** Fonts are on their way, or none are any more; the next paint shows the picture with them. */
  setLoadingFonts(isLoading: boolean): void
  /** A frame has been painted. */
  painted(): void
  stop(): void
}

/** `repaint` asks for a frame; whoever paints it calls `painted` afterwards. */
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
