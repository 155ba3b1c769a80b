// The dialog of the customer's earlier uploads.
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { AssetId } from '@vitrine/document/field'
import Film from 'lucide-react/icons/film'
import Music from 'lucide-react/icons/music'
import { Dialog } from '../../ui/dialog.tsx'
import { useFileUrl } from '../file-import/use-file-url.ts'
import { useCustomerUploads, useEditor } from '../model/editor-context.tsx'
import type { KnownAsset } from '../project/asset-library.ts'

type LibraryDialogProps = {
  isOpen: boolean
  kinds: readonly ('image' | 'video' | 'audio')[]
  onClose: () => void
  onChoose: (assetId: AssetId) => void
}

export function LibraryDialog({ isOpen, kinds, onClose, onChoose }: LibraryDialogProps) {
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
