// Passes the open video editor to its components, and adds files to it.

import { plural, t } from '@lingui/core/macro'
import { createContext, use, useSyncExternalStore } from 'react'
import { useToast } from '../../../../ui/toast.tsx'
import { showProblems } from '../../../file-import/file-picker.tsx'
import type { TimelineMedia } from '../drawing/draw-timeline.ts'
import type { Chosen, VideoFiles } from './video-files.ts'
import type { VideoModel } from './video-model.ts'

export interface VideoServices {
  model: VideoModel
  /** Thumbnails and waveforms for the timeline. */
  media: TimelineMedia & { subscribe(listener: () => void): () => void }
  files: VideoFiles
}

export const VideoContext = createContext<VideoServices | undefined>(undefined)

export function useVideo(): VideoServices {
  const services = use(VideoContext)
  if (!services) throw new Error('useVideo needs an open video editor around it')
  return services
}

/** The current timeline; the component renders again with every change. */
export function useTimeline() {
  const { model } = useVideo()
  return useSyncExternalStore(model.editor.store.subscribe, model.getTimeline, model.getTimeline)
}

/** The file kinds of the timeline's pickers. */
export const importedKinds = ['video', 'image', 'audio'] as const

/** An explanation takes longer to read. */
const noteMs = 10_000

/**
 * Adds files from pickers, drops and the clipboard to the timeline; reports those that cannot be used. `index` is the
 * place among the clips.
 */
export function useImportFiles(): (files: readonly Chosen[], index?: number) => Promise<void> {
  const { model, files } = useVideo()
  const showToast = useToast()
  return async (chosen, index) => {
    if (chosen.length === 0) return
    const count = chosen.length
    model.editor.announcement.set(t`${plural(count, { one: 'Reading # file.', other: 'Reading # files.' })}`)
    const { assetIds, problems, notes } = await files.add(chosen)
    model.addParts(assetIds, index === undefined ? {} : { index })
    showProblems(showToast, problems)
    if (notes.length > 0) showToast('success', notes.join(' '), { durationMs: noteMs })
    const added = assetIds.length
    if (added > 0)
      model.editor.announcement.set(
        t`${plural(added, { one: 'Added to the video.', other: '# files added to the video.' })}`,
      )
  }
}
