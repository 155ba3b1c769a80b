// Buttons for a clip: replace its file, set a usual speed, detach its sound.

import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { Clip } from '@vitrine/document/clip'
import Replace from 'lucide-react/icons/replace'
import Unlink from 'lucide-react/icons/unlink'
import { useState } from 'react'
import { Button } from '../../../../ui/button.tsx'
import { useToast } from '../../../../ui/toast.tsx'
import { showProblems, useFileInput } from '../../../file-import/file-picker.tsx'
import { setSpeed } from '../../../project/timeline-edit.ts'
import { useVideo } from '../model/video-context.tsx'
import { detachClipSound, putInPlace } from '../model/video-edits.ts'

export function SpeedButtons({ item: { id, speed = 1 } }: { item: Clip }) {
  const { model } = useVideo()
  return (
    <div className="-mt-3 flex gap-2">
      {[0.5, 1, 1.5, 2].map((one) => (
        <button
          key={one}
          type="button"
          aria-pressed={speed === one}
          onClick={() => model.change(setSpeed(model.getTimeline(), id, one), { label: t`Speed` })}
          className="h-9 flex-1 rounded-control border border-line text-caption transition-colors hover:border-edge aria-pressed:border-marigold aria-pressed:text-marigold-bright"
        >
          <bdi translate="no" dir="ltr">{`${one}×`}</bdi>
        </button>
      ))}
    </div>
  )
}

export function DetachButton({ item: { id } }: { item: { id: string } }) {
  const { model } = useVideo()
  return (
    <Button variant="secondary" size="small" onClick={() => detachClipSound(model, id)}>
      <Unlink aria-hidden="true" size={16} /> <Trans>Detach audio</Trans>
    </Button>
  )
}

export function ReplaceButton({ item: { id } }: { item: { id: string } }) {
  const { model, files } = useVideo()
  const showToast = useToast()
  const [isBusy, setIsBusy] = useState(false)
  const replace = async (file: File) => {
    setIsBusy(true)
    const { assetIds, problems, notes } = await files.add([{ file }])
    setIsBusy(false)
    const [assetId] = assetIds
    const note = assetId && putInPlace(model, id, assetId)
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
