// The images and the sound of an open video editor, prefetched ahead of the playhead.

import type { TimelinePictures } from '../../../media/media-contract.ts'
import type { EditorMedia, EditorModel, MediaNeeds } from '../../../model/editor-model.ts'
import type { Pictures } from '../../../preview/pictures.ts'
import { createEditingCopies, createMediaSourceCache, type OpenMediaSourceCache } from '../media/media-source-cache.ts'
import { createPlaceholders } from '../media/placeholder.ts'
import { createTimelinePictures } from '../media/timeline-pictures.ts'
import { createTimelineSoundtrack } from '../media/timeline-soundtrack.ts'

interface OpenMedia {
  sourceCache: OpenMediaSourceCache
  pictures: TimelinePictures
}

const opened = new WeakMap<Pictures, OpenMedia>()

/** Implements `EditorServices.createMedia`. */
export function createVideoMedia({ library, player, onArrived, onFailed }: MediaNeeds): EditorMedia {
  const sourceCache = createMediaSourceCache({ library, copies: createEditingCopies() })
  const placeholders = createPlaceholders(library, () => onArrived('picture'))
  const timed = createTimelinePictures({ sourceCache, findPlaceholder: placeholders.find, onArrived, onFailed })
  const sound = createTimelineSoundtrack(player, sourceCache)
  const pictures: TimelinePictures = {
    ...timed,
    stop() {
      timed.stop()
      sourceCache.stop()
    },
  }
  opened.set(pictures, { sourceCache, pictures })
  return { pictures, soundtrack: sound }
}

/** The open files of an editor with media of `createVideoMedia`. */
export function getSourceCache({ pictures }: EditorModel): OpenMediaSourceCache {
  return getMedia(pictures).sourceCache
}

/** Prefetches the frames that the video needs next. Returns a function that stops it. */
export function keepAhead(model: EditorModel): () => void {
  const { pictures } = getMedia(model.pictures)
  const { player, preview, store } = model
  const follow = () => {
    const shown = preview.get()
    if (shown.status !== 'ready') return
    const painter = shown.painting.getPainter()
    pictures.setVideos((frame) => painter.videos(frame), {
      framesPerSecond: player.framesPerSecond,
      frames: painter.duration,
    })
  }
  follow()
  const ends = [
    preview.subscribe(follow),
    store.subscribe(follow),
    model.pictureVersion.subscribe(follow),
    player.onFrame((frame) => pictures.lookAhead(frame, player.getTransport().isPlaying)),
  ]
  return () => {
    for (const end of ends) end()
  }
}

function getMedia(pictures: Pictures): OpenMedia {
  const media = opened.get(pictures)
  if (!media) throw new Error('The editor was opened without the media of a timeline')
  return media
}
