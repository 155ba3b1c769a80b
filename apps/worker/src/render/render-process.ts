// Renders each video and picture in a separate process: a crash of a native library affects neither the worker nor others.

import { serveRequest } from '@vitrine/process/child-request'
import { writeVideoPoster } from '../media/poster.ts'
import { checkVideo } from './check-video.ts'
import { writePicture } from './picture.ts'
import type {
  RenderedPicture,
  RenderedVideo,
  RenderProgress,
  RenderRequest,
  VideoRenderRequest,
} from './render-program.ts'
import { renderVideo } from './render-video.ts'

type Report = (progress: RenderProgress) => void

serveRequest<RenderRequest, RenderProgress, RenderedVideo | RenderedPicture>((request, report) => {
  if ('video' in request) return carryOut(request, report)
  report({ stage: 'drawing', framesDone: 0, frameCount: 1 })
  return writePicture(request.picture)
})

/** Renders the video and its poster, and checks the result like a player. */
async function carryOut({ video, poster }: VideoRenderRequest, report: Report): Promise<RenderedVideo> {
  const info = await renderVideo(video, { onProgress: report })
  const checking = () => report({ stage: 'checking', framesDone: info.frameCount, frameCount: info.frameCount })
  checking()
  const facts = await checkVideo(video.outPath, info, checking)
  if (poster) await writeVideoPoster(video.outPath, poster.atSeconds, poster.path)
  return { ...info, ...facts }
}
