// The chroma key of a clip: switched on, its key colour, tolerance, edge softness and spill, with a live preview.
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { findScreenColor } from '@vitrine/composition/chroma-key'
import type { ChromaKey, Clip } from '@vitrine/composition/clip'
import Pipette from 'lucide-react/icons/pipette'
import { useId } from 'react'
import { IconButton } from '../../../../ui/button.tsx'
import { CheckboxField } from '../../../../ui/field.tsx'
import { changeClip } from '../../../core/project/cut.ts'
import { gesturePrefix } from '../../../core/project/project-store.ts'
import type { TimelineMedia } from '../drawing/draw-timeline.ts'
import { useVideo } from '../model/video-context.tsx'
import { PercentSlider } from './part-sliders.tsx'

/** A screen as studios have it, well lit. */
const usualKey: ChromaKey = { color: '#00b140', tolerance: 40, softness: 20, spill: 60 }

/** The colour of the screen as the clip shows it, else as screens usually are. */
function suggestKey(clip: Clip, media: TimelineMedia): ChromaKey {
  const found = media.findThumbnail(clip.asset, clip.startSeconds)
  const canvas = new OffscreenCanvas(found?.width ?? 1, found?.height ?? 1)
  const ctx = canvas.getContext('2d')
  if (!found || !ctx) return usualKey
  ctx.drawImage(found.picture, 0, 0)
  const color = findScreenColor(ctx.getImageData(0, 0, canvas.width, canvas.height).data)
  if (!color) return usualKey
  const hex = color.map((part) => part.toString(16).padStart(2, '0')).join('')
  return { ...usualKey, color: `#${hex}` as ChromaKey['color'] }
}

interface EyeDropperWindow {
  EyeDropper?: new () => { open(): Promise<{ sRGBHex: string }> }
}

export function KeyPanel({ clip }: { clip: Clip }) {
  const { model, media } = useVideo()
  const id = useId()
  const { key } = clip
  const put = (next: ChromaKey | undefined, group?: string) => {
    model.change(changeClip(model.getTimeline(), clip.id, { key: next } as Partial<Clip>), {
      label: t`Green screen`,
      ...(group !== undefined && { group }),
    })
    model.reveal(clip.id)
  }
  const { EyeDropper } = window as EyeDropperWindow
  const pick = async () => {
    if (!EyeDropper || !key) return
    // Escape rejects: nothing was picked.
    const picked = await new EyeDropper().open().catch(() => undefined)
    if (picked) put({ ...key, color: picked.sRGBHex as ChromaKey['color'] })
  }
  return (
    <>
      <CheckboxField
        label={t`Remove background`}
        checked={key !== undefined}
        onChange={(event) => put(event.currentTarget.checked ? suggestKey(clip, media) : undefined)}
      />
      {key && (
        <>
          <div className="flex items-center gap-2">
            <label htmlFor={id} className="flex-1 text-caption">
              <Trans>Key colour</Trans>
            </label>
            <input
              id={id}
              type="color"
              value={typeof key.color === 'string' ? key.color.slice(0, 7) : '#00b140'}
              onChange={(event) =>
                put(
                  { ...key, color: event.currentTarget.value as ChromaKey['color'] },
                  `${gesturePrefix}key-color-${clip.id}`,
                )
              }
              onPointerDown={model.editor.store.endGroup}
              onBlur={model.editor.store.endGroup}
              className="size-11 cursor-pointer rounded-control border border-line bg-raised p-1"
            />
            {EyeDropper && (
              <IconButton label={t`Pick the colour from the video`} onClick={() => void pick()}>
                <Pipette aria-hidden="true" size={18} />
              </IconButton>
            )}
          </div>
          <PercentSlider
            label={t`Tolerance`}
            value={key.tolerance}
            onValue={(tolerance) => put({ ...key, tolerance }, `${gesturePrefix}key-t-${clip.id}`)}
          />
          <PercentSlider
            label={t`Edge softness`}
            value={key.softness}
            onValue={(softness) => put({ ...key, softness }, `${gesturePrefix}key-s-${clip.id}`)}
          />
          <PercentSlider
            label={t`Spill removal`}
            value={key.spill}
            onValue={(spill) => put({ ...key, spill }, `${gesturePrefix}key-c-${clip.id}`)}
          />
        </>
      )}
    </>
  )
}
