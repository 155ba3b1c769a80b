// The end of an image export: the image to view and download, or the error and a way to try again.

import { t } from '@lingui/core/macro'
import type { Render } from '@vitrine/contract/renders'
import { pixelSize } from '../../../../language/pixel-size.ts'
import { api } from '../../../../store/member-api.ts'
import type { SharedFile } from '../../../../store/share-file.ts'
import { FailedExport, FinishedExport, megabytesText } from '../finished-export.tsx'
import { formatOf } from './picture-plan.ts'
import type { PictureExport } from './use-picture-export.ts'

interface Shown {
  url: string
  download: { url: string; name?: string }
  facts: readonly (string | undefined)[]
  share: SharedFile
  isPreview: boolean
}

function sizeText(bytes: number): string {
  if (bytes >= 1e6) return megabytesText(bytes)
  const size = Math.max(1, Math.round(bytes / 1000))
  return t`${size} kB`
}

export function PictureResult({ exporting }: { exporting: PictureExport }) {
  const { state, job, dismiss } = exporting
  const shown = shownOf(exporting)
  if (!shown) {
    const render = state.phase === 'over' ? state.render : undefined
    return <FailedExport render={render} what="image" onBack={dismiss} onRetry={() => void job.retry()} />
  }
  const { url, facts, download, share, isPreview } = shown
  return (
    <FinishedExport
      facts={facts}
      download={download}
      share={share}
      isPreview={isPreview}
      offer={t`Export without watermark`}
      onBack={dismiss}
    >
      <img src={url} alt={t`Your export`} className="max-h-[50dvh] w-full rounded-card bg-well object-contain" />
    </FinishedExport>
  )
}

function shownOf({ state }: PictureExport): Shown | undefined {
  if (state.phase === 'made') {
    const { url, name, size, sizeBytes, kind, formatName } = state.picture
    const facts = [pixelSize(size.width, size.height), sizeText(sizeBytes), formatName]
    const share: SharedFile = { kind: 'image', findUrl: async () => url, name }
    return { url, download: { url, name }, share, facts, isPreview: kind === 'preview' }
  }
  const render: Render | undefined = state.phase === 'over' ? state.render : undefined
  if (render?.status !== 'completed' || !render.signedUrl) return undefined
  const { width, height, sizeBytes, format, signedUrl, downloadUrl } = render
  const facts = [
    width && height ? pixelSize(width, height) : undefined,
    sizeBytes ? sizeText(sizeBytes) : undefined,
    format === 'mp4' ? undefined : formatOf(format).name,
  ]
  return {
    url: signedUrl,
    download: { url: downloadUrl ?? signedUrl },
    share: { kind: 'image', findUrl: async () => (await api.getRender(render.jobId)).downloadUrl ?? undefined },
    facts,
    isPreview: render.kind === 'preview',
  }
}
