// Buttons for choosing a file from the device or from earlier uploads.
import { Trans } from '@lingui/react/macro'
import type { AssetId } from '@vitrine/document/field'
import Images from 'lucide-react/icons/images'
import Upload from 'lucide-react/icons/upload'
import { type ReactNode, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { FilePicker } from '../file-import/file-picker.tsx'
import { LibraryDialog } from './library-dialog.tsx'

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
