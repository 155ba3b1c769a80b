// The timeline without clips: a hint and the button that adds files.
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import FilePlus from 'lucide-react/icons/file-plus'
import { Button } from '../../../../ui/button.tsx'
import { useFileInput } from '../../../core/file-import/file-input.tsx'
import { importedKinds, useImportFiles } from '../model/import-files.ts'
import { useTimeline } from '../model/video-context.tsx'

export function EmptyTimeline() {
  const { clips, sounds } = useTimeline()
  const importFiles = useImportFiles()
  const { input, open } = useFileInput({
    accept: importedKinds,
    label: t`Files for the timeline`,
    onFiles: (files) => void importFiles(files.map((file) => ({ file }))),
  })
  if (clips.length + sounds.length > 0) return null
  return (
    <div
      dir={document.dir}
      className="pointer-events-none absolute inset-x-0 bottom-0 flex flex-col items-center justify-center gap-2 px-4 text-center text-caption text-muted max-md:top-11 md:top-12"
    >
      <p className="rounded-control bg-paper/85 px-2 pointer-coarse:hidden">
        <Trans>Drop your videos, photos and music here, or</Trans>
      </p>
      <p className="rounded-control bg-paper/85 px-2 pointer-fine:hidden pointer-none:hidden">
        <Trans>Add your videos, photos and music here.</Trans>
      </p>
      <Button variant="secondary" size="small" onClick={open} className="pointer-events-auto">
        <FilePlus aria-hidden="true" size={16} /> <Trans>Choose files</Trans>
      </Button>
      {input}
    </div>
  )
}
