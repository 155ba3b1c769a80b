// Buttons for choosing a file from the device or from earlier uploads, and the progress of its upload.

import type { MessageDescriptor } from '@lingui/core'
import { msg, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { AssetId } from '@vitrine/document/field'
import Film from 'lucide-react/icons/film'
import Images from 'lucide-react/icons/images'
import Music from 'lucide-react/icons/music'
import Upload from 'lucide-react/icons/upload'
import X from 'lucide-react/icons/x'
import { type ReactNode, useEffect, useState } from 'react'
import { i18n } from '../../language/i18n.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { ProgressBar } from '../../ui/indicator.tsx'
import { FilePicker } from '../file-import/file-picker.tsx'
import { useCustomerUploads, useEditor } from '../model/editor-context.tsx'
import type { KnownAsset } from '../project/asset-library.ts'
import type { UploadState } from '../project/uploads.ts'

type FileButtonsProps = {
  kinds: readonly ('image' | 'video' | 'audio')[]
  label: string
  /** The DOM id of the button for device files, and of its description. */
  id?: string | undefined
  describedBy: string
  onFiles: (files: readonly File[]) => void
  onAsset: (assetId: AssetId) => void
  /** More buttons in the same row. */
  children?: ReactNode
}

export function FileButtons({ kinds, label, onAsset, children, ...picker }: FileButtonsProps) {
  const [isLibraryOpen, setIsLibraryOpen] = useState(false)
  return (
    <>
      <div className="flex flex-wrap gap-2">
        <FilePicker accept={kinds} {...picker}>
          <Upload aria-hidden="true" size={16} />
          <span>{label}</span>
        </FilePicker>
        <Button variant="quiet" onClick={() => setIsLibraryOpen(true)}>
          {kinds.includes('image') && <Images aria-hidden="true" size={16} />}
          <Trans>My uploads</Trans>
        </Button>
        {children}
      </div>
      <LibraryDialog
        isOpen={isLibraryOpen}
        kinds={kinds}
        onClose={() => setIsLibraryOpen(false)}
        onChoose={(assetId) => {
          setIsLibraryOpen(false)
          onAsset(assetId)
        }}
      />
    </>
  )
}

type LibraryDialogProps = {
  isOpen: boolean
  kinds: readonly ('image' | 'video' | 'audio')[]
  onClose: () => void
  onChoose: (assetId: AssetId) => void
}

/** The dialog of the customer's earlier uploads. */
function LibraryDialog({ isOpen, kinds, onClose, onChoose }: LibraryDialogProps) {
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      title={t`My uploads`}
      description={t`Files you uploaded before. Only you can see them.`}
    >
      <UploadList kinds={kinds} onChoose={onChoose} />
    </Dialog>
  )
}

function UploadList({ kinds, onChoose }: Pick<LibraryDialogProps, 'kinds' | 'onChoose'>) {
  const { library } = useEditor()
  const all = useCustomerUploads(library)
  const uploads = all.filter(({ kind }) => (kinds as readonly string[]).includes(kind))
  return (
    <>
      {uploads.length === 0 ? (
        <p className="py-6 text-center text-muted">
          <Trans>No uploads yet. Files you upload stay available for your next design.</Trans>
        </p>
      ) : (
        <ul className="grid grid-cols-3 gap-2">
          {uploads.map((asset) => (
            <li key={asset.assetId}>
              <button
                type="button"
                aria-label={asset.fileName ?? t`Upload`}
                title={asset.fileName}
                onClick={() => onChoose(asset.assetId)}
                className="block w-full overflow-hidden rounded-control bg-well text-start"
              >
                <Thumb asset={asset} />
              </button>
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

function Thumb({ asset }: { asset: KnownAsset }) {
  const url = useFileUrl(asset)
  if (asset.kind === 'image') {
    return <img src={url} alt="" loading="lazy" decoding="async" className="aspect-square w-full object-cover" />
  }
  const Mark = asset.kind === 'video' ? Film : Music
  return (
    <span className="flex aspect-square w-full flex-col items-center justify-center gap-2 p-2 text-muted">
      <Mark aria-hidden="true" size={24} />
      <span dir="auto" className="w-full truncate text-center text-caption">
        {asset.fileName}
      </span>
    </span>
  )
}

const stages: Record<UploadState['stage'], MessageDescriptor> = {
  sending: msg`Uploaded`,
  waiting: msg`Waiting to be processed`,
  analysing: msg`Checking the file`,
  converting: msg`Converting it`,
  checking: msg`Checking the result`,
}

/** The progress of an upload: percent, cancel, and the actions after an error. */
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

/** The server's URL, else an object URL of a local file for as long as the component is mounted. */
export function useFileUrl({ url, file }: Pick<KnownAsset, 'url' | 'file'>): string | undefined {
  const [own, setOwn] = useState<string>()
  useEffect(() => {
    if (url !== undefined || !file) return
    const address = URL.createObjectURL(file)
    setOwn(address)
    return () => URL.revokeObjectURL(address)
  }, [url, file])
  return url ?? own
}
