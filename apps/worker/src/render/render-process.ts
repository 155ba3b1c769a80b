// A process of its own for each video and picture: a crash of a native library affects neither the worker nor others.

import { serveRequest } from '@vitrine/untrusted-media/child-request'
import { writePoster } from '../media/poster.ts'
import { checkVideo } from './check-video.ts'
import { writeLosslessFrames } from './lossless-frames.ts'
import { writePicture } from './picture.ts'
import type {
  RangesAnswer,
  RangesQuestion,
  RenderedPicture,
  RenderedVideo,
  RenderProgress,
  RenderRequest,
  VideoAnswer,
  VideoQuestion,
  VideoRenderRequest,
} from './render-program.ts'
import { type RangesSpec, renderRanges } from './render-ranges.ts'
import { renderVideo } from './render-video.ts'
import type { Helpers } from './shared-ranges.ts'

type Report = (progress: RenderProgress) => void
type Question = VideoQuestion | RangesQuestion
type Answer = VideoAnswer | RangesAnswer
/** The parent answers each question by its kind. */
type Ask = (question: Question) => Promise<Answer>

serveRequest<RenderRequest, RenderProgress, RenderedVideo | RenderedPicture | number, Question, Answer>(
  (request, report, ask) => {
    if ('video' in request) return carryOut(request, report, ask)
    if ('ranges' in request) return help(request.ranges, report, ask)
    report({ stage: 'drawing', framesDone: 0, frameCount: 1 })
    if ('frames' in request) return writeLosslessFrames(request.frames)
    return writePicture(request.picture)
  },
)

function help(spec: RangesSpec, report: Report, ask: Ask): Promise<number> {
  return renderRanges(spec, {
    next: async () => ((await ask({ kind: 'next' })) as RangesAnswer) ?? undefined,
    onMade: async (made) => void (await ask({ kind: 'made', made })),
    onProgress: report,
  })
}

function helpersBehind(ask: Ask): Helpers {
  return {
    offer: async (ranges, keyFrames) => void (await ask({ kind: 'offer', ranges, keyFrames })),
    take: async (range, { isLate }) => (await ask({ kind: 'take', range, isLate })) as VideoAnswer,
  }
}

/** Makes the video and its poster and looks at the result as a player would. */
async function carryOut(
  { video, poster, isShared }: VideoRenderRequest,
  report: Report,
  ask: Ask,
): Promise<RenderedVideo> {
  const info = await renderVideo(video, { onProgress: report, ...(isShared && { helpers: helpersBehind(ask) }) })
  const checking = () => report({ stage: 'checking', framesDone: info.frameCount, frameCount: info.frameCount })
  checking()
  const facts = await checkVideo(video.outPath, info, checking)
  if (poster) await writePoster(video.outPath, poster.atSeconds, poster.path)
  return { ...info, ...facts }
}
