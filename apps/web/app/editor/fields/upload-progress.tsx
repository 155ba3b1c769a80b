// The progress of an upload: percent, cancel, and the actions after an error.
import type { MessageDescriptor } from '@lingui/core'
import { msg, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import X from 'lucide-react/icons/x'
import { i18n } from '../../language/i18n.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { ProgressBar } from '../../ui/progress-bar.tsx'
import { useEditor } from '../model/editor-context.tsx'
import type { UploadState } from '../project/uploads.ts'

const stages: Record<UploadState['stage'], MessageDescriptor> = {
  sending: msg`Uploaded`,
  waiting: msg`Waiting to be processed`,
  analysing: msg`Checking the file`,
  converting: msg`Converting it`,
  checking: msg`Checking the result`,
}

export function UploadProgress({ upload }: { upload: UploadState }) {
  const { uploads } = useEditor()
  const { assetId, fileName, stage, percent, error } = upload
  if (error !== undefined) {
    return (
      <div role="alert" className="flex flex-col gap-2 rounded-card border border-line p-3 text-caption">
        <p className="text-bad">{`${fileName}: ${error}`}</p>
        <div className="flex gap-2">
          {upload.canRetry && (
            <Button variant="secondary" onClick={() => uploads.retry(assetId)}>
              <Trans>Try again</Trans>
            </Button>
          )}
          <Button variant="quiet" onClick={() => uploads.cancel(assetId)}>
            <Trans>Remove</Trans>
          </Button>
        </div>
      </div>
    )
  }
  const label = i18n._(stages[stage])
  return (
    <div className="flex items-center gap-2 text-caption">
      <div className="flex min-w-0 flex-1 flex-col gap-1.5">
        <p className="flex justify-between gap-2 text-muted tabular-nums">
          <span className="truncate">{stage === 'sending' && percent < 100 ? fileName : label}</span>
          <span>{`${percent}%`}</span>
        </p>
        <ProgressBar
          percent={percent}
          label={stage === 'sending' ? t`Uploading ${fileName}` : t`Preparing ${fileName}`}
        />
      </div>
      <IconButton label={t`Cancel the upload of ${fileName}`} onClick={() => uploads.cancel(assetId)}>
        <X aria-hidden="true" size={16} />
      </IconButton>
    </div>
  )
}
