// The layout of the canvas editor, with its shortcuts, clipboard, and what happens on leaving.
import CircleHelp from 'lucide-react/icons/circle-help'
import { useRef, useState } from 'react'
import { IconButton } from '../../../ui/button.tsx'
import { ExportButton } from '../../core/export/export-dialog.tsx'
import { PictureExportButton } from '../../core/export/picture/picture-export-dialog.tsx'
import type { EditorModel } from '../../core/model/editor-model.ts'
import { Announcements } from '../../core/shell/announcements.tsx'
import { useLeaving } from '../../core/shell/leaving.ts'
import { TopBar } from '../../core/shell/top-bar.tsx'
import { useVisibleHeight } from '../../core/shell/visible-height.ts'
import { TransportBar } from '../../core/stage/transport-bar.tsx'
import { ConflictDialog } from '../../core/versions/conflict-dialog.tsx'
import './canvas.css'
import { CanvasBar } from './canvas-bar.tsx'
import { CanvasHelp } from './canvas-help.tsx'
import { CanvasPanels } from './canvas-panels.tsx'
import { useCanvas, WithCanvas } from './model/canvas-context.tsx'
import { CanvasStage } from './stage/canvas-stage.tsx'
import {
  useCanvasKeys,
  useFailedFiles,
  useLayerClipboard,
  useRejectedEdits,
  useStoredAids,
  useWindowDrops,
} from './stage/canvas-window.ts'

export function CanvasEditor({ model }: { model: EditorModel }) {
  return (
    <WithCanvas editor={model}>
      <Layout />
    </WithCanvas>
  )
}

function Layout() {
  const canvas = useCanvas()
  const { editor } = canvas
  const grid = useRef<HTMLElement>(null)
  const [isHelpOpen, setIsHelpOpen] = useState(false)
  const [isExportOpen, setIsExportOpen] = useState(false)
  const isVideo = editor.document.canvas.duration > 1
  useCanvasKeys(canvas, { openHelp: () => setIsHelpOpen(true), openExport: () => setIsExportOpen(true) })
  useLayerClipboard(canvas)
  const dropping = useWindowDrops(canvas)
  useRejectedEdits(canvas)
  useFailedFiles(canvas)
  useStoredAids(canvas)
  useLeaving(editor)
  useVisibleHeight(grid)
  return (
    <main ref={grid} className="canvas-grid grid overflow-hidden bg-paper text-ink scheme-dark" {...dropping}>
      <TopBar>
        <IconButton
          label="Help and keys"
          aria-keyshortcuts="?"
          onClick={() => setIsHelpOpen(true)}
          className="max-md:hidden"
        >
          <CircleHelp aria-hidden="true" size={20} />
        </IconButton>
        {isVideo ? (
          <ExportButton isOpen={isExportOpen} onOpen={setIsExportOpen} />
        ) : (
          <PictureExportButton isOpen={isExportOpen} onOpen={setIsExportOpen} />
        )}
      </TopBar>
      <CanvasPanels />
      <CanvasStage />
      {isVideo && <TransportBar />}
      <CanvasBar />
      <ConflictDialog />
      <CanvasHelp isOpen={isHelpOpen} onClose={() => setIsHelpOpen(false)} />
      <Announcements model={editor} />
    </main>
  )
}
