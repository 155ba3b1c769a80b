// The layout of the video editor, with its shortcuts, dropped and pasted files, and the handling of leaving.
import { msg, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { findMainPlaces } from '@vitrine/document/main-place'
import Film from 'lucide-react/icons/film'
import Plus from 'lucide-react/icons/plus'
import Sliders from 'lucide-react/icons/sliders-horizontal'
import X from 'lucide-react/icons/x'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import { useObservable } from '../../../api/observable.ts'
import { IconButton } from '../../../ui/button.tsx'
import { useIsWide } from '../../../ui/use-is-wide.ts'
import { ActionButtons } from '../../actions/action-button.tsx'
import { ShortcutHelp } from '../../actions/shortcut-help.tsx'
import { DropOverlay } from '../../file-import/file-drop.tsx'
import { canPlayVideos } from '../../media/source.ts'
import { EditorContext, useEditor, useTransport } from '../../model/editor-context.tsx'
import type { EditorModel } from '../../model/editor-model.ts'
import { EditorGrid, useEditorShell } from '../../shell/editor-shell.tsx'
import {
  PanelSheets,
  PanelTabs,
  type SheetPanel,
  type TabbedPanel,
  useRequestedField,
} from '../../shell/panel-places.tsx'
import { HistoryButtons } from '../../shell/top-bar.tsx'
import { HistoryPanel } from '../canvas/history-panel.tsx'
import { CanvasContext } from '../canvas/model/canvas-context.tsx'
import { createCanvasModel } from '../canvas/model/canvas-model.ts'
import { PropertyPanel } from '../canvas/properties/property-panel.tsx'
import { CanvasStage } from '../canvas/stage/canvas-stage.tsx'
import { useRejectedEdits } from '../canvas/stage/canvas-window.ts'
import { ToolPanel } from '../canvas/tools/tool-panel.tsx'
import { timelineActions } from './actions/timeline-actions.ts'
import { rulerText } from './drawing/time-scale.ts'
import { TimelineExport } from './export/timeline-export.tsx'
import { useVideo, VideoContext, type VideoServices } from './model/video-context.tsx'
import { addedSpan } from './model/video-edits.ts'
import { createVideoFiles } from './model/video-files.ts'
import { getSourceCache, keepAhead } from './model/video-media.ts'
import { createVideoModel } from './model/video-model.ts'
import { MediaPanel } from './panels/media-panel.tsx'
import { PartPanel } from './panels/part-panel.tsx'
import { useVideoClipboard, useVideoDrops, useVideoKeys } from './video-window.ts'
import { createTimelineMedia } from './view/timeline-media.ts'
import { TimelineView } from './view/timeline-view.tsx'
import '../canvas/canvas.css'
import './video.css'

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

type SourceName = 'media' | 'add' | 'history'

const sources: readonly TabbedPanel<SourceName>[] = [
  { name: 'media', title: msg`Media`, panel: MediaPanel },
  { name: 'add', title: msg`Text & elements`, panel: ToolPanel },
  { name: 'history', title: msg`History`, panel: HistoryPanel },
]

const sheets: readonly SheetPanel[] = [
  { name: 'media', title: msg`Media`, Icon: Film, panel: MediaPanel },
  { name: 'add', title: msg`Add`, Icon: Plus, panel: ToolPanel },
  { name: 'edit', title: msg`Edit`, Icon: Sliders, panel: Selected },
]

/** Next to the stage on wide screens, sheets above the bottom bar on phones. */
function VideoPanels() {
  const { editor } = useVideo().model
  if (useIsWide()) return <Columns />
  return <PanelSheets editor={editor} sheets={sheets} fieldSheet="add" sheetClass="video-sheet overflow-y-auto" />
}

function Columns() {
  const [open, setOpen] = useState<SourceName>('media')
  useRequestedField(useVideo().model.editor, () => setOpen('add'))
  return (
    <>
      <div className="flex min-h-0 flex-col overflow-hidden border-e border-line bg-raised [grid-area:tools]">
        <PanelTabs label={t`Media and elements`} tabs={sources} open={open} onOpen={setOpen} />
      </div>
      <div className="min-h-0 overflow-y-auto border-s border-line bg-raised [grid-area:side]">
        <Selected />
      </div>
    </>
  )
}

/** The properties of the selection: parts of the timeline, else layers over the video. */
function Selected() {
  const { model } = useVideo()
  const chosen = useObservable(model.selection)
  const nothing = t`Select a clip, music, text or a sticker to edit it. Hold Shift to select several.`
  return chosen.size > 0 ? <PartPanel /> : <PropertyPanel nothing={nothing} />
}

/** Notes when clips cannot be seen: templates without a video slot, and browsers that cannot preview videos. */
function StageNotes() {
  return (
    <div className="absolute inset-x-2 top-2 z-10 mx-auto flex max-w-xl flex-col gap-2">
      <BlindNote />
      <PlacelessNote />
    </div>
  )
}

/** A browser without video decoders shows no video here; the server can still render it. */
function BlindNote() {
  const isGuest = useObservable(useEditor().isGuest)
  if (canPlayVideos()) return null
  return (
    <Note>
      <span>
        {window.isSecureContext
          ? t`This browser is too old to preview videos; use a current version of Chrome, Edge, Firefox or Safari.`
          : t`Browsers preview videos only on https pages, and this page is not one.`}
      </span>{' '}
      <span>
        {isGuest
          ? t`You can still edit your clips: when you sign in, they are uploaded to your account, and the video is rendered in the cloud.`
          : t`You can still edit your clips: they are uploaded to your account, and the video is rendered in the cloud.`}
      </span>
    </Note>
  )
}

/** In such a template clips are at the bottom, visible only through transparent parts above them. */
function PlacelessNote() {
  const { document, projectId, template } = useEditor()
  if (findMainPlaces(document).length > 0) return null
  return (
    <Note>
      <Trans>
        This template has no slot for a video. Your clips are placed behind its layers and show only where those are
        transparent.{' '}
        <Link
          to={`/template/${template.templateId}/server-render?project=${projectId}`}
          className="text-plum underline underline-offset-4"
        >
          Edit its text instead
        </Link>
      </Trans>
    </Note>
  )
}

function Note({ children }: { children: ReactNode }) {
  const [isClosed, setIsClosed] = useState(false)
  if (isClosed) return null
  return (
    <div
      role="note"
      className="flex items-start gap-2 rounded-card border border-line bg-raised py-2 ps-3 pe-1 text-caption shadow-float"
    >
      <p className="flex-1 py-1.5">{children}</p>
      <IconButton label={t`Close note`} onClick={() => setIsClosed(true)} className="shrink-0">
        <X aria-hidden="true" size={16} />
      </IconButton>
    </div>
  )
}

/** Play, step, split, mark in and out, snapping and zoom. */
function TimelineBar() {
  const { model } = useVideo()
  const all = { actions: timelineActions, model }
  return (
    <section
      aria-label={t`Playback and editing`}
      dir="ltr"
      className="flex h-12 items-center gap-0.5 overflow-x-auto border-y border-line bg-raised px-2 md:gap-1"
    >
      <ActionButtons {...all} of="edit" />
      <span dir={document.dir} className="flex md:hidden">
        <HistoryButtons />
      </span>
      <span className="flex-1" />
      <ActionButtons {...all} of="step" />
      <Clock />
      <ActionButtons {...all} of="range" />
      {/* Phones have volume keys, and little room. */}
      <ActionButtons {...all} of="sound" className="max-md:order-last" />
      <span className="flex-1" />
      <ActionButtons {...all} of="zoom" />
    </section>
  )
}

/** The time display, which follows the frames without React. */
function Clock() {
  const { player } = useVideo().model.editor
  useTransport()
  const now = useRef<HTMLSpanElement>(null)
  useEffect(() => {
    const show = (frame: number) => {
      if (now.current) now.current.textContent = rulerText(frame, player.framesPerSecond, true)
    }
    show(player.getFrame())
    return player.onFrame(show)
  }, [player])
  return (
    <p className="px-1 text-caption whitespace-nowrap text-muted tabular-nums">
      <span ref={now} className="text-ink" data-clock />
      <span className="max-md:hidden">{` / ${rulerText(player.durationFrames, player.framesPerSecond, true)}`}</span>
    </p>
  )
}
