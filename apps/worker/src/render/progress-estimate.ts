// Estimates the progress of a render for the customer: one percentage across all stages, and the time left.
import type { RenderStage } from '@vitrine/contract/renders'
import type { RenderProgress } from './render-program.ts'

export interface ReportedProgress {
  readonly percent: number
  readonly stage: RenderStage
  /** Undefined until there is enough data. */
  readonly secondsLeft: number | undefined
}

const DRAWING_FROM_PERCENT = 3
const DRAWING_TO_PERCENT = 95
/** Finishing, checking and storing take about this long. */
const SECONDS_AFTER_DRAWING = 1.5
/** Speed is measured over about the last five seconds; the first second is ignored, because caches are cold. */
const MEMORY_MS = 5000
const JUDGED_AFTER_MS = 1000

/** Converts progress messages of a render to the progress for the customer. `now` is in milliseconds of a monotonic clock. */
export class ProgressEstimate {
  #drawingSince: number | undefined
  #lastAt = 0
  #lastFrames = 0
  #msPerFrame: number | undefined
  #percent = 0

  update({ stage, framesDone, frameCount }: RenderProgress, now: number): ReportedProgress {
    if (stage === 'drawing') this.#measure(framesDone, now)
    const share = frameCount > 0 ? framesDone / frameCount : 0
    // A second attempt starts again, but within one attempt the number never decreases.
    this.#percent = Math.max(this.#percent, Math.floor(toPercent(stage, share)))
    return { percent: this.#percent, stage, secondsLeft: this.#secondsLeft(stage, frameCount - framesDone, now) }
  }

  #measure(framesDone: number, now: number): void {
    if (this.#drawingSince === undefined) this.#drawingSince = now
    else if (framesDone > this.#lastFrames) {
      const elapsedMs = now - this.#lastAt
      const msPerFrame = elapsedMs / (framesDone - this.#lastFrames)
      // At first this is the mean since drawing began; later, older frames lose weight.
      const weight = Math.max(1 - Math.exp(-elapsedMs / MEMORY_MS), elapsedMs / (now - this.#drawingSince))
      this.#msPerFrame = (this.#msPerFrame ?? 0) * (1 - weight) + msPerFrame * weight
    }
    this.#lastAt = now
    this.#lastFrames = framesDone
  }

  #secondsLeft(stage: RenderProgress['stage'], framesLeft: number, now: number): number | undefined {
    if (stage === 'finishing' || stage === 'checking') return 1
    if (this.#msPerFrame === undefined || this.#drawingSince === undefined) return undefined
    if (now - this.#drawingSince < JUDGED_AFTER_MS) return undefined
    return Math.max(1, Math.round((framesLeft * this.#msPerFrame) / 1000 + SECONDS_AFTER_DRAWING))
  }
}

function toPercent(stage: RenderProgress['stage'], share: number): number {
  switch (stage) {
    case 'preparing':
      return 1
    case 'drawing':
      return DRAWING_FROM_PERCENT + share * (DRAWING_TO_PERCENT - DRAWING_FROM_PERCENT)
    case 'finishing':
      return DRAWING_TO_PERCENT + 1
    case 'checking':
      return DRAWING_TO_PERCENT + 3
  }
}
