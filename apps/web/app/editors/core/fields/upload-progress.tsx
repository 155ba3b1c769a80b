// The progress of an upload: percent, cancel, and what to do after an error.
import X from 'lucide-react/icons/x'
import { Button, IconButton } from '../../../ui/button.tsx'
import { ProgressBar } from '../../../ui/progress-bar.tsx'
import { useEditor } from '../model/editor-context.tsx'
import type { UploadState } from '../project/uploads.ts'

const stages: Record<UploadState['stage'], string> = {
  sending: 'Uploaded',
  waiting: 'Waiting to be processed',
  analysing: 'Checking the file',
  converting: 'Converting it',
  checking: 'Checking the result',
}

export function UploadProgress({ upload }: { upload: UploadState }) {
  const { uploads } = useEditor()
  const { assetId, fileName, stage, percent, error } = upload
  if (error !== undefined) {
    return (
      <div role="alert" className="flex flex-col gap-2 rounded-card border border-line p-3 text-caption">
        <p className="text-bad">
          {fileName}: {error}
        </p>
        <div className="flex gap-2">
          {upload.canRetry && (
            <Button variant="secondary" onClick={() => uploads.retry(assetId)}>
              Try again
            </Button>
          )}
          <Button variant="quiet" onClick={() => uploads.cancel(assetId)}>
            Remove
          </Button>
        </div>
      </div>
    )
  }
  const label = stages[stage]
  return (
    <div className="flex items-center gap-2 text-caption">
      <div className="flex min-w-0 flex-1 flex-col gap-1.5">
        <p className="flex justify-between gap-2 text-muted tabular-nums">
          <span className="truncate">{stage === 'sending' && percent < 100 ? fileName : label}</span>
          <span>{percent}%</span>
        </p>
        <ProgressBar percent={percent} label={`${stage === 'sending' ? 'Uploading' : 'Preparing'} ${fileName}`} />
      </div>
      <IconButton label={`Cancel the upload of ${fileName}`} onClick={() => uploads.cancel(assetId)}>
        <X aria-hidden="true" size={16} />
      </IconButton>
    </div>
  )
}
