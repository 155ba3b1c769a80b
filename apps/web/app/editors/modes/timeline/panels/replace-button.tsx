// Replaces the file of a clip, which keeps its length, sound, speed and transition.
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { Clip } from '@vitrine/composition/clip'
import Replace from 'lucide-react/icons/replace'
import { useState } from 'react'
import { Button } from '../../../../ui/button.tsx'
import { useToast } from '../../../../ui/toast.tsx'
import { useFileInput } from '../../../core/file-import/file-input.tsx'
import { showProblems } from '../../../core/file-import/problem-toast.ts'
import { useVideo } from '../model/video-context.tsx'
import { putInPlace } from '../model/video-edits.ts'

export function ReplaceButton({ clip }: { clip: Clip }) {
  const { model, files } = useVideo()
  const showToast = useToast()
  const [isBusy, setIsBusy] = useState(false)
  const replace = async (file: File) => {
    setIsBusy(true)
    const { assetIds, problems, notes } = await files.add([{ file }])
    setIsBusy(false)
    const [assetId] = assetIds
    const note = assetId && putInPlace(model, clip.id, assetId)
    showProblems(showToast, problems)
    for (const text of [...notes, ...(note ? [note] : [])]) showToast('success', text, { durationMs: 10_000 })
    const { name } = file
    if (assetId) model.editor.announcement.set(t`Replaced with ${name}.`)
  }
  const { input, open } = useFileInput({
    accept: ['video', 'image'],
    label: t`A video or photo to replace this clip`,
    isSingle: true,
    onFiles: ([file]) => file && void replace(file),
  })
  return (
    <>
      <Button variant="secondary" size="small" isBusy={isBusy} onClick={open}>
        <Replace aria-hidden="true" size={16} /> <Trans>Replace</Trans>
      </Button>
      {input}
    </>
  )
}
