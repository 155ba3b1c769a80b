// The editor on the canvas: its stage and bar, with keys, drops and pastes, and the panels of its page.
import { Trans } from '@lingui/react/macro'
import type { ComponentProps, ComponentType, ReactElement } from 'react'
import { VideoExport } from '../../export/video-export.tsx'
import { DropOverlay } from '../../file-import/file-drop.tsx'
import type { EditorModel } from '../../model/editor-model.ts'
import { EditorGrid, useEditorShell } from '../../shell/editor-shell.tsx'
import { TransportBar } from '../../stage/transport-bar.tsx'
import './canvas.css'
import { canvasActions } from './actions/canvas-actions.tsx'
import { CanvasBar } from './canvas-bar.tsx'
import { PictureExport } from './export/picture-export.tsx'
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

interface PanelsProps extends Required<Pick<ComponentProps<typeof EditorGrid>, 'Help'>> {
  /** The class of the grid, whose areas the panels fill. */
  grid: 'canvas-grid' | 'editor-grid'
  Panels: ComponentType
  /** Buttons in the bar below the stage. */
  buttons?: ReactElement
}

interface CanvasEditorProps extends PanelsProps {
  model: EditorModel
  keepsDesign?: boolean
}

/** `keepsDesign`: see `CanvasModel`. */
export function CanvasEditor({ model, keepsDesign = false, ...panels }: CanvasEditorProps) {
  return (
    <WithCanvas editor={model} keepsDesign={keepsDesign}>
      <Layout {...panels} />
    </WithCanvas>
  )
}

function Layout({ grid, Panels, Help, buttons }: PanelsProps) {
  const canvas = useCanvas()
  const { editor } = canvas
  const shell = useEditorShell(editor)
  const isVideo = editor.document.canvas.duration > 1
  useCanvasKeys(canvas)
  useLayerClipboard(canvas)
  const { isDragging, ...dropping } = useWindowDrops(canvas)
  useRejectedEdits(canvas)
  useFailedFiles(canvas)
  useStoredAids(canvas)
  return (
    <EditorGrid shell={shell} className={grid} Export={isVideo ? VideoExport : PictureExport} Help={Help} {...dropping}>
      <Panels />
      <CanvasStage />
      {isVideo && <TransportBar actions={canvasActions} model={canvas} />}
      <CanvasBar>{buttons}</CanvasBar>
      {isDragging && (
        <DropOverlay>
          <Trans>Drop your photo here</Trans>
        </DropOverlay>
      )}
    </EditorGrid>
  )
}
