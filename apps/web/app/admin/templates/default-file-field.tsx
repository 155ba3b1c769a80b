// The default file of a media or audio field, which can be replaced and removed.
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { AudioField, MediaField } from '@vitrine/document/field'
import Music from 'lucide-react/icons/music'
import Upload from 'lucide-react/icons/upload'
import { useId } from 'react'
import { Button, buttonClass } from '../../ui/button.tsx'
import { coveringInput, fileLabel } from '../../ui/chip.tsx'
import { classNames } from '../../ui/class-names.ts'
import { ProgressBar } from '../../ui/progress-bar.tsx'
import { AssetThumbnail, type FindFile } from './asset-thumbnail.tsx'
import type { DefaultFile } from './use-field-draft.ts'

type DefaultFileFieldProps = {
  field: MediaField | AudioField
  arriving: DefaultFile | undefined
  findFile: FindFile
  onFile: (file: File) => void
  onClear: () => void
}

export function DefaultFileField({ field, arriving, findFile, onFile, onClear }: DefaultFileFieldProps) {
  const id = useId()
  const { label } = field
  const isSending = arriving !== undefined && arriving.error === undefined
  return (
    <fieldset className="flex flex-col gap-2 sm:col-span-2">
      <legend className="mb-1.5 text-caption font-medium">
        <Trans>Default file</Trans>
      </legend>
      <div className="flex flex-wrap items-center gap-3">
        {field.default && <AssetThumbnail file={findFile(field.default)} />}
        {!field.default && (
          <p className="text-caption text-muted">
            <Trans>None</Trans>
          </p>
        )}
        <label
          aria-disabled={isSending || undefined}
          className={classNames(buttonClass({ variant: 'secondary', size: 'small' }), fileLabel)}
        >
          <input
            type="file"
            accept={toAcceptAttribute(field)}
            disabled={isSending}
            aria-describedby={`${id}-words`}
            onChange={({ target }) => {
              const [file] = target.files ?? []
              // Otherwise choosing the same file again would fire no event.
              target.value = ''
              if (file) onFile(file)
            }}
            className={coveringInput}
          />
          {field.type === 'audio' ? <Music aria-hidden="true" size={17} /> : <Upload aria-hidden="true" size={17} />}
          {field.default ? (
            <Trans>
              Replace file<span className="sr-only"> for {label}</span>
            </Trans>
          ) : (
            <Trans>
              Choose a file<span className="sr-only"> for {label}</span>
            </Trans>
          )}
        </label>
        {field.default && !isSending && (
          <Button size="small" variant="quiet" onClick={onClear}>
            <Trans>
              Remove<span className="sr-only"> the file for {label}</span>
            </Trans>
          </Button>
        )}
      </div>
      <div id={`${id}-words`} aria-live="polite" className="text-caption">
        {arriving?.error && <p className="text-bad">{arriving.error}</p>}
        {isSending && (
          <p className="text-muted">{arriving.stage === 'sending' ? t`Uploading the file` : t`Processing the file`}</p>
        )}
      </div>
      {isSending && <ProgressBar percent={arriving.percent} label={t`The file for ${label}`} />}
    </fieldset>
  )
}

function toAcceptAttribute(field: MediaField | AudioField): string {
  if (field.type === 'audio') return 'audio/*'
  return field.accept.map((kind) => `${kind}/*`).join(',')
}
