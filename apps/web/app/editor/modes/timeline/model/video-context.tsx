// Passes the open video editor to its components.
import { createContext, use, useSyncExternalStore } from 'react'
import type { TimelineMedia } from '../drawing/draw-timeline.ts'
import type { VideoFiles } from './video-files.ts'
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
