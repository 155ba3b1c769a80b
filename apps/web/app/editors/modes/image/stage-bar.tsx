// The bar below the stage: the size of the image and, on phones, undo and redo.
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import ImagePlus from 'lucide-react/icons/image-plus'
import Keyboard from 'lucide-react/icons/keyboard'
import { IconButton } from '../../../ui/button.tsx'
import { useObservable } from '../../../ui/observable.ts'
import { FilePicker } from '../../core/file-import/file-picker.tsx'
import { useEditor } from '../../core/model/editor-context.tsx'
import { HistoryButtons } from '../../core/shell/top-bar.tsx'

interface StageBarProps {
  onHelp: () => void
  /** For pictures without a frame: photos are put where one likes. */
  onPhotos: ((files: readonly File[]) => void) | undefined
}

export function StageBar({ onHelp, onPhotos }: StageBarProps) {
  const { width, height } = useObservable(useEditor().shape)
  return (
    <div className="gives-way flex h-12 items-center gap-1 border-t border-line bg-raised px-2 [grid-area:time] md:px-4">
      <p className="me-auto ps-2 text-caption text-muted tabular-nums">
        <Trans>
          {width} × {height} pixels
        </Trans>
      </p>
      {onPhotos && (
        <FilePicker accept={['image']} size="small" onFiles={onPhotos}>
          <ImagePlus aria-hidden="true" size={16} />
          <Trans>Photo</Trans>
        </FilePicker>
      )}
      <div className="flex md:hidden">
        <HistoryButtons />
      </div>
      <IconButton
        label={t`Keyboard shortcuts`}
        aria-keyshortcuts="?"
        onClick={onHelp}
        className="pointer-coarse:hidden"
      >
        <Keyboard aria-hidden="true" size={20} />
      </IconButton>
    </div>
  )
}
