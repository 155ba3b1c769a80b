// The colour that a clip's chroma key removes, detected in its picture or picked.
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { findScreenColor } from '@vitrine/document/chroma-key'
import type { ChromaKey, Clip } from '@vitrine/document/clip'
import Pipette from 'lucide-react/icons/pipette'
import { useId } from 'react'
import { IconButton } from '../../../../ui/button.tsx'
import { changeClip } from '../../../project/timeline-edit.ts'
import { takeFromScreen } from '../../canvas/properties/color-box.tsx'
import { useDrag } from '../../canvas/properties/use-drag.ts'
import type { TimelineMedia } from '../drawing/draw-timeline.ts'
import { useVideo } from '../model/video-context.tsx'

/** A well-lit studio screen. */
const usualKey: ChromaKey = { color: '#00b140', tolerance: 40, softness: 20, spill: 60 }

/** The colour of the screen in the clip, else the usual one. */
export function suggestKey(clip: Clip, media: TimelineMedia): ChromaKey {
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

export function KeyColor({ item: clip }: { item: Clip }) {
  const { model } = useVideo()
  const { drag, endDrag } = useDrag(model.editor.store)
  const id = useId()
  const { key } = clip
  if (!key) return null
  const put = (color: string, group?: string) => {
    const next = { ...key, color: color as ChromaKey['color'] }
    model.change(changeClip(model.getTimeline(), clip.id, { key: next }), {
      label: t`Green screen`,
      ...(group !== undefined && { group }),
    })
    model.reveal(clip.id)
  }
  const pick = async () => {
    const picked = await takeFromScreen()
    if (picked) put(picked)
  }
  return (
    <div className="flex items-center gap-2">
      <label htmlFor={id} className="flex-1 text-caption">
        <Trans>Key colour</Trans>
      </label>
      <input
        id={id}
        type="color"
        value={typeof key.color === 'string' ? key.color.slice(0, 7) : '#00b140'}
        onChange={(event) => put(event.currentTarget.value, drag())}
        onPointerDown={endDrag}
        onBlur={endDrag}
        className="size-11 cursor-pointer rounded-control border border-line bg-raised p-1"
      />
      {window.EyeDropper && (
        <IconButton label={t`Pick the colour from the video`} onClick={() => void pick()}>
          <Pipette aria-hidden="true" size={18} />
        </IconButton>
      )}
    </div>
  )
}
