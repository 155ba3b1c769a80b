// Owns the fields for music: the designer's song, one of the customer's own, or none.
import type { AudioField, AudioValue } from '@vitrine/composition/document'
import Music from 'lucide-react/icons/music'
import Upload from 'lucide-react/icons/upload'
import VolumeX from 'lucide-react/icons/volume-x'
import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { useEditor, useFieldValue, useIsChanged, useLibraryVersion, useUploads } from '../editor-context.tsx'
import { controlId, FieldFrame, wordsId } from './field-frame.tsx'
import { FilePicker } from './file-picker.tsx'
import { LibraryDialog } from './library-dialog.tsx'
import { UploadProgress } from './upload-progress.tsx'

export function AudioControl({ field }: { field: AudioField }) {
  const model = useEditor()
  useLibraryVersion()
  const value = useFieldValue(field) as AudioValue | undefined
  const isChanged = useIsChanged(field.id)
  const upload = useUploads().find(({ assetId }) => assetId === value?.asset)
  const [problem, setProblem] = useState<string>()
  const [isLibraryOpen, setIsLibraryOpen] = useState(false)
  const isSilent = value === undefined || value.mute === true
  const asset = value && model.library.find(value.asset)
  const isOwn = isChanged && value?.asset !== field.default
  const name = isSilent ? 'No music' : isOwn ? (asset?.fileName ?? 'Your song') : 'The design’s own music'
  const maxSeconds = field.rules?.maxSeconds
  const isLong = maxSeconds !== undefined && (asset?.durationSeconds ?? 0) > maxSeconds
  return (
    <FieldFrame
      field={field}
      isGroup
      notices={[
        ...(problem ? [{ tone: 'bad' as const, text: problem }] : []),
        ...(isLong ? [{ tone: 'note' as const, text: `The design plays ${maxSeconds} seconds of it.` }] : []),
      ]}
    >
      <p className="flex min-w-0 items-center gap-2 text-muted">
        {isSilent ? (
          <VolumeX aria-hidden="true" size={16} className="shrink-0" />
        ) : (
          <Music aria-hidden="true" size={16} className="shrink-0" />
        )}
        <span className="truncate">{name}</span>
      </p>
      {upload && <UploadProgress upload={upload} />}
      <div className="flex flex-wrap gap-2">
        <FilePicker
          id={controlId(field.id)}
          accept={['audio']}
          describedBy={wordsId(field.id)}
          onFile={(file) => setProblem(model.putFile(field.id, file))}
        >
          <Upload aria-hidden="true" size={16} />
          Choose a song
        </FilePicker>
        <Button variant="quiet" onClick={() => setIsLibraryOpen(true)}>
          My uploads
        </Button>
        {!isSilent && (
          <Button variant="quiet" onClick={() => model.change(field.id, { ...value, mute: true })}>
            No music
          </Button>
        )}
      </div>
      <LibraryDialog
        isOpen={isLibraryOpen}
        kinds={['audio']}
        onClose={() => setIsLibraryOpen(false)}
        onChoose={(assetId) => {
          setIsLibraryOpen(false)
          setProblem(undefined)
          model.change(field.id, { asset: assetId })
        }}
      />
    </FieldFrame>
  )
}
