// Lists the problems of a timeline before it is used. The input is untrusted.

import { checkSize, type Problem, Report } from '../schema/check.ts'
import { readSurroundings } from '../template/check-document.ts'
import { type FrameRate, framesPerSecond, MAX_DURATION, type TemplateDocument } from '../template/document.ts'
import { type Clip, clipsLength, MAX_VIDEO_SECONDS, type Sound, timeline as timelineShape } from './clip.ts'

/** Limits above those of any valid timeline, so that hostile input is not traversed. */
const MAX_DEPTH = 6
const MAX_VALUES = 20_000

/**
 * Lists the problems of a timeline for a document, with paths such as `clips[2].transition.frames`; none when `applyTimeline`
 * accepts it. Never throws. Existence and ownership of the files are checked elsewhere.
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
    // Three clips are never visible at once: a clip's two transitions do not overlap.
    const room = Math.min(own, before.frames - (before.transition?.frames ?? 0))
    if (transition.frames > room)
      at.at('frames').fail('out-of-range', `The clips leave room for a transition of ${Math.max(0, room)} frames`)
  }
}

/** Maximum length in frames of a video of clips: one hour, or half an hour at 60 frames per second. */
export function maxVideoFrames(fps: FrameRate): number {
  return Math.min(MAX_DURATION, Math.floor(MAX_VIDEO_SECONDS * framesPerSecond(fps)))
}

/** Maximum length of a video of clips in whole minutes, for display. */
export function maxVideoMinutes(fps: FrameRate): number {
  return Math.round(maxVideoFrames(fps) / framesPerSecond(fps) / 60)
}

function checkLength(clips: readonly Clip[], { canvas }: TemplateDocument, report: Report): void {
  if (clipsLength(clips, canvas.fps) > maxVideoFrames(canvas.fps))
    report.fail('out-of-range', `A video may last at most ${maxVideoMinutes(canvas.fps)} minutes`)
}
