// Music fields: the template's song, one of the customer's, or none.

import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { AudioField, AudioValue } from '@vitrine/document/field'
import Music from 'lucide-react/icons/music'
import VolumeX from 'lucide-react/icons/volume-x'
import { useState } from 'react'
import { useObservable } from '../../api/observable.ts'
import { Button } from '../../ui/button.tsx'
import { useEditor, useFieldValue, useIsChanged, useLibraryVersion, useUploads } from '../model/editor-context.tsx'
import type { EditorModel } from '../model/editor-model.ts'
import type { KnownAsset } from '../project/asset-library.ts'
import { controlId, descriptionId, FieldFrame, type FieldNotice } from './field-frame.tsx'
import { FileButtons, UploadProgress } from './file-buttons.tsx'
import { songLengthNotices } from './media-check.ts'
import { canMoveWindow, SongTools } from './song-tools.tsx'
import { TrimTools } from './trim-tools.tsx'

export function AudioControl({ field }: { field: AudioField }) {
  const model = useEditor()
  useLibraryVersion()
  const value = useFieldValue(field) as AudioValue | undefined
  const isChanged = useIsChanged(field.id)
  const upload = useUploads().find(({ assetId }) => assetId === value?.asset)
  const [problem, setProblem] = useState<string>()
  const isSilent = value === undefined || value.mute === true
  const asset = value && model.library.find(value.asset)
  const isOwn = isChanged && value?.asset !== field.default
  const name = isSilent ? t`No music` : isOwn ? (asset?.fileName ?? t`Your song`) : t`Template music`
  useObservable(model.preview)
  const { heard } = musicTime(model, field)
  const durationSeconds = asset?.durationSeconds
  const notices = isSilent || !isOwn ? [] : songNotices(model, field, value, asset)
  return (
    <FieldFrame
      field={field}
      isGroup
      notices={[...(problem ? [{ tone: 'bad' as const, text: problem }] : []), ...notices]}
    >
      <p className="flex min-w-0 items-center gap-2 text-muted">
        {isSilent ? (
          <VolumeX aria-hidden="true" size={16} className="shrink-0" />
        ) : (
          <Music aria-hidden="true" size={16} className="shrink-0" />
        )}
        <span dir="auto" className="truncate">
          {name}
        </span>
      </p>
      {upload && <UploadProgress upload={upload} />}
      {isOwn && !isSilent && asset && (
        <SongTools
          fieldId={field.id}
          label={field.label}
          asset={asset}
          trim={value.trim}
          heard={heard}
          onTrim={(trim, group) => model.change(field.id, { ...value, trim }, group)}
        />
      )}
      {isOwn && !isSilent && !canMoveWindow(durationSeconds ?? 0, heard) && (
        <TrimTools
          fieldId={field.id}
          label={field.label}
          value={value}
          durationSeconds={durationSeconds}
          canTrim
          canMute={false}
          onChange={(change, group) => model.change(field.id, { ...value, ...change }, group)}
        />
      )}
      <FileButtons
        kinds={['audio', 'video']}
        label={t`Choose a song`}
        id={controlId(field.id)}
        describedBy={descriptionId(field.id)}
        onFiles={(files) =>
          void model.attachFiles(files, field.id).then((problems) => setProblem(problems.join(' ') || undefined))
        }
        onAsset={(assetId) => {
          setProblem(undefined)
          model.change(field.id, { asset: assetId })
        }}
      >
        {!isSilent && (
          <Button variant="quiet" onClick={() => model.change(field.id, { ...value, mute: true })}>
            <Trans>No music</Trans>
          </Button>
        )}
      </FileButtons>
    </FieldFrame>
  )
}

/** The notices about the customer's song before payment. */
export function songNotices(
  model: EditorModel,
  field: AudioField,
  value: AudioValue,
  asset: KnownAsset | undefined,
): FieldNotice[] {
  return songLengthNotices(value, { durationSeconds: asset?.durationSeconds, ...musicTime(model, field) })
}

/** How many seconds of a song the video plays (0 until known), and whether the song repeats. */
function musicTime(model: EditorModel, field: AudioField): { heard: number; isLooping: boolean } {
  const state = model.preview.get()
  const places = state.status === 'ready' ? state.painting.getPlaces() : []
  const own = places.filter(({ layer, contentFields }) => layer.type === 'audio' && contentFields.includes(field.id))
  const frames = Math.max(0, ...own.map(({ firstFrame, endFrame }) => endFrame - firstFrame))
  const max = (field.rules?.maxSeconds ?? Number.POSITIVE_INFINITY) * model.player.framesPerSecond
  return {
    heard: Math.min(frames, max) / model.player.framesPerSecond,
    isLooping: own.some(({ layer }) => layer.type === 'audio' && layer.audio?.loop === true),
  }
}
