// Gets a ready-made video in full quality: rendered once, then the same file for every later buyer.

import { api } from '../../api/member-api.ts'
import { watchRender } from '../../api/operation.ts'
import { createRandomId } from '../../api/random-id.ts'

/** The video could not be rendered: its picture or its sound failed. */
export class RenderFailed extends Error {}

/**
 * Returns the download address of the video, which expires. Only for a template the visitor owns. Rejects with
 * `RenderFailed`, or with `ApiResponseError` when the server could not be reached.
 */
export async function fetchReadyMadeVideo(
  templateId: string,
  onPercent: (percent: number) => void,
  signal: AbortSignal,
): Promise<string> {
  const { projects } = await api.listProjects(templateId, signal)
  const { projectId } = projects[0] ?? (await api.createProject(templateId))
  const job = await api.createRender({
    projectId,
    kind: 'full',
    idempotencyKey: createRandomId(),
    // The template is paid for: any charge would be a mistake, which the server rejects as a changed price.
    expectedCredits: 0,
  })
  let last = await api.getRender(job.jobId, signal)
  if (last.status !== 'completed') {
    await watchRender(
      job.jobId,
      (render) => {
        last = render
        onPercent(render.percent)
      },
      signal,
    )
  }
  if (last.status !== 'completed' || !last.downloadUrl) throw new RenderFailed(last.errorMessage ?? '')
  return last.downloadUrl
}
