// The layout of the video editor, with its shortcuts, dropped and pasted files, and the handling of leaving.
import { t } from '@lingui/core/macro'
import { useEffect, useState } from 'react'
import { DropOverlay } from '../../file-import/file-drop.tsx'
import { EditorContext } from '../../model/editor-context.tsx'
import type { EditorModel } from '../../model/editor-model.ts'
import { EditorGrid, useEditorShell } from '../../shell/editor-shell.tsx'
import { CanvasContext } from '../canvas/model/canvas-context.tsx'
import { createCanvasModel } from '../canvas/model/canvas-model.ts'
import { CanvasStage } from '../canvas/stage/canvas-stage.tsx'
import { useRejectedEdits } from '../canvas/stage/canvas-window.ts'
import '../canvas/canvas.css'
import { timelineActions } from './actions/timeline-actions.ts'
import { TimelineExport } from './export/timeline-export.tsx'
import { addedSpan } from './model/added-span.ts'
import { StageNotes } from './stage-notes.tsx'
import { TimelineBar } from './view/timeline-bar.tsx'
import { createTimelineMedia } from './view/timeline-media.ts'
import { TimelineView } from './view/timeline-view.tsx'
import './video.css'
import { Trans } from '@lingui/react/macro'
import { ShortcutHelp } from '../../actions/shortcut-help.tsx'
import { VideoContext, type VideoServices } from './model/video-context.tsx'
import { createVideoFiles } from './model/video-files.ts'
import { getSourceCache, keepAhead } from './model/video-media.ts'
import { createVideoModel } from './model/video-model.ts'
import { VideoPanels } from './video-panels.tsx'
import { useVideoClipboard, useVideoDrops, useVideoKeys } from './video-window.ts'

export function VideoEditor({ model }: { model: EditorModel }) {
  const [services, setServices] = useState<VideoServices>()
  useEffect(() => {
    const sourceCache = getSourceCache(model)
    const canvas = createCanvasModel(model, { addedTime: () => addedSpan(model.player) })
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
  const shell = useEditorShell(model.editor)
  const { isDragging, ...dropping } = useVideoDrops(model)
  useVideoClipboard(model)
  useVideoKeys(model)
  useRejectedEdits(model.canvas)
  return (
    <EditorGrid shell={shell} className="video-grid" Export={TimelineExport} Help={VideoHelp} {...dropping}>
      <CanvasStage />
      <div className="relative [grid-area:stage] pointer-events-none *:pointer-events-auto">
        <StageNotes />
      </div>
      <div className="min-w-0 [grid-area:time]">
        <TimelineBar />
      </div>
      <section aria-label={t`Timeline`} className="flex min-h-0 min-w-0 flex-col [grid-area:line]" data-timeline>
        <TimelineView />
      </section>
      <VideoPanels />
      {isDragging && (
        <DropOverlay area="inset-x-4 top-20 bottom-1/3">
          <Trans>Drop your files here</Trans>
        </DropOverlay>
      )}
    </EditorGrid>
  )
}

function VideoHelp(props: { isOpen: boolean; onClose: () => void }) {
  return (
    <ShortcutHelp actions={timelineActions} {...props}>
      <li>
        <Trans>Drop videos, photos and music anywhere; they stay on this device while you edit.</Trans>
      </li>
      <li>
        <Trans>
          Drag a clip to move it, drag its edges to trim it. Pinch, or use Ctrl and the wheel, to zoom the timeline.
        </Trans>
      </li>
      <li>
        <Trans>Drag on the ruler to scrub; Shift-drag to mark in and out.</Trans>
      </li>
      <li>
        <Trans>Text and stickers are layers above the video: click them in the preview or on the timeline.</Trans>
      </li>
      <li>
        <Trans>
          Press Tab to reach the list of timeline items: arrow keys select, Alt with arrow keys moves a clip.
        </Trans>
      </li>
    </ShortcutHelp>
  )
}
