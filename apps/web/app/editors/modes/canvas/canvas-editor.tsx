// The layout of the canvas editor, with its shortcuts, clipboard, and what happens on leaving.
import { ExportButton } from '../../core/export/export-dialog.tsx'
import { PictureExportButton } from '../../core/export/picture/picture-export-dialog.tsx'
import type { EditorModel } from '../../core/model/editor-model.ts'
import { EditorGrid, useEditorShell } from '../../core/shell/editor-shell.tsx'
import { TransportBar } from '../../core/stage/transport-bar.tsx'
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
  const shell = useEditorShell(editor)
  const isVideo = editor.document.canvas.duration > 1
  useCanvasKeys(canvas, shell.actions)
  useLayerClipboard(canvas)
  const dropping = useWindowDrops(canvas)
  useRejectedEdits(canvas)
  useFailedFiles(canvas)
  useStoredAids(canvas)
  return (
    <EditorGrid
      shell={shell}
      className="canvas-grid"
      Export={isVideo ? ExportButton : PictureExportButton}
      Help={CanvasHelp}
      {...dropping}
    >
      <CanvasPanels />
      <CanvasStage />
      {isVideo && <TransportBar />}
      <CanvasBar />
    </EditorGrid>
  )
}
