// The properties of the selected timeline items: a clip, a sound, or several of them.
import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { Clip, Sound } from '@vitrine/composition/clip'
import { findMainPlaces } from '@vitrine/composition/main-place'
import { applyVariant } from '@vitrine/composition/variant'
import Replace from 'lucide-react/icons/replace'
import Unlink from 'lucide-react/icons/unlink'
import { useId, useState } from 'react'
import { Button } from '../../../../ui/button.tsx'
import { CheckboxField } from '../../../../ui/field.tsx'
import { useObservable } from '../../../../ui/observable.ts'
import { useToast } from '../../../../ui/toast.tsx'
import { buttonsOf } from '../../../core/actions/action.ts'
import { NamedActionButton } from '../../../core/actions/action-button.tsx'
import { useFileInput } from '../../../core/file-import/file-input.tsx'
import { showProblems } from '../../../core/file-import/problem-toast.ts'
import { type Changes, changeClip, changeSound } from '../../../core/project/cut.ts'
import { gesturePrefix } from '../../../core/project/project-store.ts'
import { timelineActions } from '../actions/timeline-actions.ts'
import { rulerText } from '../drawing/time-scale.ts'
import { useTimeline, useVideo } from '../model/video-context.tsx'
import { detachSoundOf, putInPlace } from '../model/video-edits.ts'
import { CropPanel } from './crop-panel.tsx'
import { KeyPanel } from './key-panel.tsx'
import { MissingFile, useMissingFiles } from './missing-files.tsx'
import { LengthField, PercentSlider, SecondsSlider, SpeedSlider } from './part-sliders.tsx'
import { TemplateSound } from './template-sound.tsx'
import { TransitionPanel } from './transition-panel.tsx'

export function PartPanel() {
  const { model } = useVideo()
  const timeline = useTimeline()
  const chosen = useObservable(model.selection)
  const allMissing = useMissingFiles()
  const clips = timeline.clips.filter(({ id }) => chosen.has(id))
  const sounds = timeline.sounds.filter(({ id }) => chosen.has(id))
  const [clip, sound] = [clips[0], sounds[0]]
  if (!clip && !sound) return null
  const isOne = clips.length + sounds.length === 1
  const missing = allMissing.find(({ assetId }) => assetId === (clip ?? sound)?.asset)
  return (
    <section aria-label={t`Selected on the timeline`} className="flex flex-col gap-5 p-4">
      <PartHead parts={[...clips, ...sounds]} />
      {isOne && missing && <MissingFile asset={missing} />}
      {isOne && clip && <ClipForm key={clip.id} clip={clip} />}
      {isOne && sound && <SoundForm key={sound.id} sound={sound} />}
      {!isOne && <SeveralForm clips={clips} sounds={sounds} />}
      <div className="flex flex-wrap gap-2">
        {buttonsOf(timelineActions, 'part').map((action) => (
          <NamedActionButton
            key={action.id}
            action={action}
            model={model}
            variant={action.isDanger ? 'danger' : 'secondary'}
            size="small"
          />
        ))}
      </div>
    </section>
  )
}

function PartHead({ parts }: { parts: readonly (Clip | Sound)[] }) {
  const { model } = useVideo()
  const [first] = parts
  const { library, player } = model.editor
  if (!first) return null
  const count = parts.length
  const frames = parts.reduce((sum, part) => sum + part.frames, 0)
  const name = library.find(first.asset)?.fileName ?? t`File`
  return (
    <header className="flex flex-col gap-0.5">
      <h2 className="truncate font-medium">
        {parts.length === 1 ? name : t`${plural(count, { one: '# item', other: '# items' })}`}
      </h2>
      <p className="text-caption text-muted tabular-nums">{rulerText(frames, player.framesPerSecond, true)}</p>
    </header>
  )
}

/** What several parts have in common: how loud they are. */
function SeveralForm({ clips, sounds }: { clips: readonly Clip[]; sounds: readonly Sound[] }) {
  const { model } = useVideo()
  const videos = clips.filter(({ kind }) => kind === 'video')
  const heard = [...videos.filter(({ mute }) => !mute), ...sounds]
  if (videos.length + sounds.length === 0) return null
  const change = (next: Changes<Clip & Sound>, label: string, group?: string) => {
    const cut = videos.reduce((timeline, { id }) => changeClip(timeline, id, next), model.getTimeline())
    const { mute: _, ...loudness } = next
    model.change(
      sounds.reduce((timeline, { id }) => changeSound(timeline, id, loudness), cut),
      { label, ...(group !== undefined && { group }) },
    )
  }
  return (
    <Group title={t`Sound`}>
      {videos.length > 0 && (
        <CheckboxField
          label={t`Mute clips`}
          checked={videos.every(({ mute }) => mute)}
          onChange={(event) => change({ mute: event.currentTarget.checked || undefined }, t`Mute`)}
        />
      )}
      {heard.length > 0 && (
        <PercentSlider
          label={t`Volume of all`}
          max={200}
          value={heard[0]?.volume ?? 100}
          onValue={(volume) => change({ volume }, t`Volume`, `${gesturePrefix}volume-of-all`)}
        />
      )}
    </Group>
  )
}

function ClipForm({ clip }: { clip: Clip }) {
  const { model } = useVideo()
  const { document, store } = model.editor
  const shaped = applyVariant(document, store.getContent().aspect ?? undefined)
  const [main] = findMainPlaces(shaped)
  const { width, height } = main ? { width: main.box[2], height: main.box[3] } : shaped.canvas
  const change = (next: Changes<Clip>, label: string, group?: string) =>
    model.change(changeClip(model.getTimeline(), clip.id, next), { label, ...(group !== undefined && { group }) })
  const hasSound = clip.kind === 'video'
  return (
    <>
      <ReplaceButton clip={clip} />
      <LengthField clip={clip} />
      {clip.kind === 'video' && <SpeedSlider clip={clip} />}
      {hasSound && (
        <Group title={t`Sound`}>
          <CheckboxField
            label={t`Mute`}
            checked={clip.mute ?? false}
            onChange={(event) => change({ mute: event.currentTarget.checked || undefined }, t`Mute`)}
          />
          {!clip.mute && (
            <>
              <PercentSlider
                label={t`Volume`}
                max={200}
                value={clip.volume ?? 100}
                onValue={(volume) => change({ volume }, t`Volume`, `${gesturePrefix}volume-${clip.id}`)}
              />
              <SecondsSlider
                label={t`Fade in`}
                frames={clip.fadeIn ?? 0}
                maxFrames={clip.frames}
                onFrames={(fadeIn) => change({ fadeIn }, t`Fade in`, `${gesturePrefix}fade-in-${clip.id}`)}
              />
              <SecondsSlider
                label={t`Fade out`}
                frames={clip.fadeOut ?? 0}
                maxFrames={clip.frames}
                onFrames={(fadeOut) => change({ fadeOut }, t`Fade out`, `${gesturePrefix}fade-out-${clip.id}`)}
              />
              {clip.speed === undefined && (
                <Button variant="secondary" size="small" onClick={() => detachSoundOf(model, clip.id)}>
                  <Unlink aria-hidden="true" size={16} /> <Trans>Detach audio</Trans>
                </Button>
              )}
            </>
          )}
        </Group>
      )}
      <Group title={t`Crop`}>
        <CropPanel clip={clip} frame={{ width, height }} />
      </Group>
      {clip.kind === 'video' && (
        <Group title={t`Green screen`}>
          <KeyPanel clip={clip} />
        </Group>
      )}
      {model.getTimeline().clips[0]?.id !== clip.id && (
        <Group title={t`Transition in`}>
          <TransitionPanel clip={clip} />
        </Group>
      )}
    </>
  )
}

function SoundForm({ sound }: { sound: Sound }) {
  const { model } = useVideo()
  const change = (next: Changes<Sound>, label: string, group?: string) =>
    model.change(changeSound(model.getTimeline(), sound.id, next), { label, ...(group !== undefined && { group }) })
  return (
    <>
      <PercentSlider
        label={t`Volume`}
        max={200}
        value={sound.volume ?? 100}
        onValue={(volume) => change({ volume }, t`Volume`, `${gesturePrefix}volume-${sound.id}`)}
      />
      <SecondsSlider
        label={t`Fade in`}
        frames={sound.fadeIn ?? 0}
        maxFrames={sound.frames}
        onFrames={(fadeIn) => change({ fadeIn }, t`Fade in`, `${gesturePrefix}fade-in-${sound.id}`)}
      />
      <SecondsSlider
        label={t`Fade out`}
        frames={sound.fadeOut ?? 0}
        maxFrames={sound.frames}
        onFrames={(fadeOut) => change({ fadeOut }, t`Fade out`, `${gesturePrefix}fade-out-${sound.id}`)}
      />
      <CheckboxField
        label={t`Loop`}
        checked={sound.loop ?? false}
        onChange={(event) => change({ loop: event.currentTarget.checked || undefined }, t`Loop`)}
      />
      <TemplateSound />
    </>
  )
}

function Group({ title, children }: { title: string; children: React.ReactNode }) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="flex flex-col gap-2 border-t border-line pt-4">
      <h3 id={id} className="text-caption font-medium text-muted">
        {title}
      </h3>
      {children}
    </section>
  )
}

function ReplaceButton({ clip }: { clip: Clip }) {
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
