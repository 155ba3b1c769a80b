// The end of an image export: the image to view and download, or the error and a way to try again.
import type { Render } from '@vitrine/contract/renders'
import Download from 'lucide-react/icons/download'
import { Button, buttonClass } from '../../../../ui/button.tsx'
import { formatOf } from './picture-plan.ts'
import type { PictureExport } from './use-picture-export.ts'

interface Shown {
  url: string
  downloadUrl: string
  /** Undefined: the address says itself how the file is called. */
  name: string | undefined
  facts: readonly (string | undefined)[]
  isPreview: boolean
}

const sizeText = (bytes: number) =>
  bytes < 1e6 ? `${Math.max(1, Math.round(bytes / 1000))} kB` : `${(bytes / 1e6).toFixed(1)} MB`

export function PictureResult({ exporting }: { exporting: PictureExport }) {
  const { state, job, dismiss } = exporting
  const shown = shownOf(exporting)
  if (shown) {
    return (
      <>
        <img src={shown.url} alt="Your export" className="max-h-[50dvh] w-full rounded-card bg-well object-contain" />
        <p className="text-caption text-muted tabular-nums">{shown.facts.filter(Boolean).join(' · ')}</p>
        <div className="flex flex-col gap-2">
          {shown.isPreview && <Button onClick={dismiss}>Export without watermark</Button>}
          <a
            href={shown.downloadUrl}
            download={shown.name ?? true}
            className={buttonClass({ variant: shown.isPreview ? 'secondary' : 'primary' })}
          >
            <Download aria-hidden="true" size={18} />
            Download
          </a>
          {!shown.isPreview && (
            <Button variant="secondary" onClick={dismiss}>
              Export again
            </Button>
          )}
        </div>
      </>
    )
  }
  const render = state.phase === 'over' ? state.render : undefined
  const hasFailed = render?.status === 'failed'
  return (
    <>
      <p role={hasFailed ? 'alert' : 'status'}>
        {hasFailed
          ? (render.errorMessage ?? 'Something went wrong while making the image.')
          : 'The export was cancelled. Your changes are saved.'}
      </p>
      {hasFailed && <p className="text-muted">Trying again is free. Your changes are saved.</p>}
      <div className="flex flex-wrap justify-end gap-2">
        <Button variant="quiet" onClick={dismiss}>
          Back
        </Button>
        <Button onClick={() => void job.retry()}>Try Again</Button>
      </div>
    </>
  )
}

function shownOf({ state }: PictureExport): Shown | undefined {
  if (state.phase === 'made') {
    const { url, name, size, sizeBytes, kind, formatName } = state.picture
    const facts = [`${size.width} × ${size.height}`, sizeText(sizeBytes), formatName]
    return { url, downloadUrl: url, name, facts, isPreview: kind === 'preview' }
  }
  const render: Render | undefined = state.phase === 'over' ? state.render : undefined
  if (render?.status !== 'completed' || !render.signedUrl) return undefined
  const { width, height, sizeBytes, format, signedUrl, downloadUrl } = render
  const facts = [
    width && height ? `${width} × ${height}` : undefined,
    sizeBytes ? sizeText(sizeBytes) : undefined,
    format === 'mp4' ? undefined : formatOf(format).name,
  ]
  return {
    url: signedUrl,
    downloadUrl: downloadUrl ?? signedUrl,
    name: undefined,
    facts,
    isPreview: render.kind === 'preview',
  }
}
