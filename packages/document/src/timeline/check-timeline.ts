// Says what is wrong with a timeline before anything is made of it. It comes from strangers: nothing in it is trusted.

import { checkSize, type Problem, Report } from '../schema/check.ts'
import { readSurroundings } from '../template/check-document.ts'
import { type FrameRate, framesPerSecond, MAX_DURATION, type TemplateDocument } from '../template/document.ts'
import { type Clip, clipsLength, MAX_VIDEO_SECONDS, type Sound, timeline as timelineShape } from './clip.ts'

/** Deeper and larger than any timeline that passes; keeps what is hostile from being walked through. */
const MAX_DEPTH = 6
const MAX_VALUES = 20_000

/**
 * Problems of a timeline for a document, with paths such as `clips[2].transition.frames`; none when `applyTimeline` takes it.
 * Never throws. Whether the files exist and whose they are is for others to say.
 */
export function checkTimeline(document: TemplateDocument, timeline: unknown): Problem[] {
  const report = new Report(readSurroundings({ assets: document.assets }))
  if (!checkSize(timeline, report, MAX_DEPTH, MAX_VALUES) || !timelineShape(timeline, report)) return report.problems
  const { clips, sounds } = timeline
  checkIds([
    ...clips.map((clip, n) => [clip, report.at('clips').at(n)] as const),
    ...sounds.map((sound, n) => [sound, report.at('sounds').at(n)] as const),
  ])
  checkTransitions(clips, document, report.at('clips'))
  checkLength(clips, document, report.at('clips'))
  return report.problems
}

function checkIds(entries: readonly (readonly [Clip | Sound, Report])[]): void {
  const seen = new Set<string>()
  for (const [{ id: own }, report] of entries) {
    if (seen.has(own)) report.at('id').fail('duplicate', `There are two of "${own}"`)
    seen.add(own)
  }
}

function checkTransitions(clips: readonly Clip[], document: TemplateDocument, report: Report): void {
  const allowed = document.timeline?.transitions
  for (const [n, { transition, frames: own }] of clips.entries()) {
    if (!transition) continue
    const at = report.at(n).at('transition')
    const before = clips[n - 1]
    if (!before) {
      at.fail('not-allowed', 'The first clip takes over from none')
      continue
    }
    if (allowed && !allowed.includes(transition.kind))
      at.at('kind').fail('not-allowed', `This template does not allow "${transition.kind}"`)
    // Three clips are never seen at once: a clip's two transitions do not meet.
    const room = Math.min(own, before.frames - (before.transition?.frames ?? 0))
    if (transition.frames > room)
      at.at('frames').fail('out-of-range', `The clips leave room for a transition of ${Math.max(0, room)} frames`)
  }
}

/** Frames of the longest video of clips: an hour of them, and half of it where a second has 60. */
export function maxVideoFrames(fps: FrameRate): number {
  return Math.min(MAX_DURATION, Math.floor(MAX_VIDEO_SECONDS * framesPerSecond(fps)))
}

/** The length of the longest video of clips in whole minutes, for people. */
export function maxVideoMinutes(fps: FrameRate): number {
  return Math.round(maxVideoFrames(fps) / framesPerSecond(fps) / 60)
}

function checkLength(clips: readonly Clip[], { canvas }: TemplateDocument, report: Report): void {
  if (clipsLength(clips, canvas.fps) > maxVideoFrames(canvas.fps))
    report.fail('out-of-range', `A video may last at most ${maxVideoMinutes(canvas.fps)} minutes`)
}
