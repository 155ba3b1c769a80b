// Converts a render to its wire form, with expiring links to its files.
import type { PictureFormat, Render } from '@vitrine/contract/renders'
import type { ListedRender } from './state.ts'

/** Creates expiring URLs of private files. With `downloadName` the browser saves the file under that name. */
export type SignUrl = (storageKey: string, options?: { downloadName?: string }) => string

/** The wire form of a render. */
export function toRender(render: ListedRender, signUrl: SignUrl): Render {
  const { fileKey, posterKey } = render
  return {
    jobId: render.id,
    projectId: render.projectId,
    templateId: render.templateId,
    templateName: render.templateName,
    kind: render.kind,
    format: render.output?.format ?? 'mp4',
    status: render.status,
    percent: render.percent,
    stage: render.stage,
    secondsLeft: render.secondsLeft,
    signedUrl: fileKey && signUrl(fileKey),
    downloadUrl: fileKey && signUrl(fileKey, { downloadName: fileName(render) }),
    posterUrl: posterKey && signUrl(posterKey),
    errorMessage: render.errorMessage,
    errorCode: render.errorCode,
    attempts: render.attempts,
    createdAt: render.createdAt.toISOString(),
    startedAt: render.startedAt?.toISOString() ?? null,
    completedAt: render.completedAt?.toISOString() ?? null,
    width: render.width,
    height: render.height,
    durationSeconds: render.durationMs === null ? null : render.durationMs / 1000,
    sizeBytes: render.sizeBytes,
  }
}

function fileName({ templateName, kind, output }: ListedRender): string {
  const name = templateName.match(/[\p{L}\p{M}\p{N}]+/gu)?.join('-') ?? (output ? 'picture' : 'video')
  const ending = output ? pictureEndings[output.format] : 'mp4'
  return kind === 'preview' ? `${name}-preview.${ending}` : `${name}.${ending}`
}

const pictureEndings: Record<PictureFormat, string> = { png: 'png', jpeg: 'jpg', webp: 'webp' }
