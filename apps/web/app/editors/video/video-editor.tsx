// The layout of the video editor, with its shortcuts, dropped and pasted files, and what happens on leaving.

import CircleHelp from 'lucide-react/icons/circle-help'
import { useEffect, useRef, useState } from 'react'
import { IconButton } from '../../ui/button.tsx'
import { Announcements } from '../announcements.tsx'
import { CanvasContext } from '../canvas/canvas-context.tsx'
import { createCanvasModel } from '../canvas/canvas-model.ts'
import { CanvasStage } from '../canvas/canvas-stage.tsx'
import { useRejectedEdits } from '../canvas/canvas-window.ts'
import { ConflictDialog } from '../conflict-dialog.tsx'
import { DropOverlay } from '../drop-overlay.tsx'
import { EditorContext } from '../editor-context.tsx'
import type { EditorModel } from '../editor-model.ts'
import { useLeaving } from '../leaving.ts'
import { TopBar } from '../top-bar.tsx'
import { useVisibleHeight } from '../visible-height.ts'
import '../canvas/canvas.css'
import { addedSpan } from './added-span.ts'
import { StageNotes } from './stage-notes.tsx'
import { TimelineBar } from './timeline/timeline-bar.tsx'
import { createTimelineMedia } from './timeline/timeline-media.ts'
import { TimelineView } from './timeline/timeline-view.tsx'
import { VideoExportButton } from './video-export-dialog.tsx'
import './video.css'
import { VideoContext, type VideoServices } from './video-context.tsx'
import { createVideoFiles } from './video-files.ts'
import { VideoHelp } from './video-help.tsx'
import { keepAhead, sourceCacheOf } from './video-media.ts'
import { createVideoModel } from './video-model.ts'
import { VideoPanels } from './video-panels.tsx'
import { useVideoClipboard, useVideoDrops, useVideoKeys } from './video-window.ts'

export function VideoEditor({ model }: { model: EditorModel }) {
  const [services, setServices] = useState<VideoServices>()
  useEffect(() => {
    const sourceCache = sourceCacheOf(model)
    const canvas = createCanvasModel(model, () => addedSpan(model.player))
    const video = createVideoModel(model, canvas)
    const media = createTimelineMedia(sourceCache, model.library)
    const endAhead = keepAhead(model)
    setServices({ model: video, media, files: createVideoFiles(model, sourceCache) })
    return () => {
      endAhead()
      video.close()
      canvas.close()
      media.stop()
    }
  }, [model])
  if (!services) return null
  return (
    <EditorContext value={model}>
      <CanvasContext value={services.model.canvas}>
        <VideoContext value={services}>
          <Layout services={services} />
        </VideoContext>
      </CanvasContext>
    </EditorContext>
  )
}

function Layout({ services: { model } }: { services: VideoServices }) {
  const grid = useRef<HTMLElement>(null)
  const [isHelpOpen, setIsHelpOpen] = useState(false)
  const [isExportOpen, setIsExportOpen] = useState(false)
  const { isDragging, ...dropping } = useVideoDrops(model)
  useVideoClipboard(model)
  useVideoKeys(model, { openHelp: () => setIsHelpOpen(true), openExport: () => setIsExportOpen(true) })
  useRejectedEdits(model.canvas)
  useLeaving(model.editor)
  useVisibleHeight(grid)
  return (
    <main ref={grid} className="video-grid grid overflow-hidden bg-paper text-ink scheme-dark" {...dropping}>
      <TopBar>
        <IconButton
          label="Help and keys"
          aria-keyshortcuts="?"
          onClick={() => setIsHelpOpen(true)}
          className="max-md:hidden"
        >
          <CircleHelp aria-hidden="true" size={20} />
        </IconButton>
        <VideoExportButton isOpen={isExportOpen} onOpen={setIsExportOpen} />
      </TopBar>
      <CanvasStage />
      <div className="relative [grid-area:stage] pointer-events-none *:pointer-events-auto">
        <StageNotes />
      </div>
      <div className="min-w-0 [grid-area:time]">
        <TimelineBar />
      </div>
      <section aria-label="Timeline" className="flex min-h-0 min-w-0 flex-col [grid-area:line]" data-timeline>
        <TimelineView />
      </section>
      <VideoPanels />
      <ConflictDialog />
      <VideoHelp isOpen={isHelpOpen} onClose={() => setIsHelpOpen(false)} />
      <Announcements model={model.editor} />
      {isDragging && <DropOverlay area="inset-x-4 top-20 bottom-1/3">Drop your files here</DropOverlay>}
    </main>
  )
}
