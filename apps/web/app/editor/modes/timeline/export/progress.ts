// The progress of an export: percent, and the time left from the speed of the last frames.
import type { ExportProgress } from '../../../../../testing/export-contract.ts'

/** Nearly all of the work is drawing; the rest is opening files before it and closing the video after it. */
const drawingPercent = 98
/** The speed is measured over the last seconds, because clips differ in cost. */
const windowSeconds = 10
/** No estimate before this time. */
const minSeconds = 1

/** @param nowSeconds a monotonic clock */
export function createProgress(frameCount: number, nowSeconds: () => number): (framesDone: number) => ExportProgress {
  let marks: { framesDone: number; seconds: number }[] = []
  return (framesDone) => {
    const seconds = nowSeconds()
    marks.push({ framesDone, seconds })
    while (marks.length > 2 && seconds - (marks[1]?.seconds ?? seconds) > windowSeconds) marks = marks.slice(1)
    const first = marks[0]
    const passed = first ? seconds - first.seconds : 0
    const speed = first && passed >= minSeconds ? (framesDone - first.framesDone) / passed : 0
    return {
      stage: 'drawing',
      framesDone,
      frameCount,
      percent: Math.floor((framesDone / Math.max(1, frameCount)) * drawingPercent),
      secondsLeft: speed > 0 ? Math.round((frameCount - framesDone) / speed) : undefined,
    }
  }
}
