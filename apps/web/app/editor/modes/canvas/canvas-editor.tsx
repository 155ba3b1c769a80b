// The editor on the canvas: its stage and bar, with keys, drops and pastes, and the panels of its page.

import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { ComponentProps, ComponentType, ReactElement, ReactNode } from 'react'
import { useObservable } from '../../../api/observable.ts'
import { i18n } from '../../../language/i18n.ts'
import { useIsWide } from '../../../ui/use-is-wide.ts'
import { findLabel } from '../../actions/action.ts'
import { ActionButton, ActionButtons } from '../../actions/action-button.tsx'
import { VideoExport } from '../../export/video-export.tsx'
import { DropOverlay } from '../../file-import/file-drop.tsx'
import type { EditorModel } from '../../model/editor-model.ts'
import { EditorGrid, useEditorShell } from '../../shell/editor-shell.tsx'
import { TransportBar } from '../../stage/transport-bar.tsx'
import {
  canvasActions,
  handTool,
  selectTool,
  zoomIn,
  zoomOut,
  zoomToFit,
  zoomToPixels,
} from './actions/canvas-actions.tsx'
import { PictureExport } from './export/picture-export.tsx'
import { useCanvas, useMeasured, useSelection, WithCanvas } from './model/canvas-context.tsx'
import { getViewScale } from './model/view.ts'
import { CanvasStage } from './stage/canvas-stage.tsx'
import {
  useCanvasKeys,
  useFailedFiles,
  useLayerClipboard,
  useRejectedEdits,
  useStoredAids,
  useWindowDrops,
} from './stage/canvas-window.ts'
import { QuickTools } from './stage/quick-tools.tsx'
import './canvas.css'

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

/** `children`: the editor's own buttons at the end. */
function CanvasBar({ children }: { children?: ReactNode }) {
  return (
    <div className="gives-way flex h-14 items-center border-t border-line bg-raised px-2 [grid-area:foot]">
      <ActionBar />
      {children}
      <ViewTools />
    </div>
  )
}

const layerGroups = ['edit', 'order', 'group', 'flip']
const allGroups = [...layerGroups, 'align', 'distribute']

function ActionBar() {
  const canvas = useCanvas()
  const { editor, keepsDesign } = canvas
  const { width, height } = useObservable(editor.shape)
  const selected = useSelection().length
  // On desktops these are next to the properties, where there is more room.
  const isWide = useIsWide()
  const groups = isWide ? layerGroups : allGroups
  if (selected === 0) {
    return (
      <p className="min-w-0 flex-1 truncate px-3 text-caption text-muted tabular-nums">
        {keepsDesign ? t`${width} × ${height} px` : t`Nothing is selected`}
      </p>
    )
  }
  return (
    <div
      role="toolbar"
      aria-label={t`Selected layers`}
      className="flex min-w-0 flex-1 items-center overflow-x-auto [scrollbar-width:none]"
    >
      {!isWide && !keepsDesign && <QuickTools />}
      {groups.map((group) => (
        <div key={group} className="flex items-center border-e border-line px-1 last:border-e-0">
          <ActionButtons actions={canvasActions} of={group} model={canvas} className="size-9 max-md:size-11" />
        </div>
      ))}
    </div>
  )
}

function ViewTools() {
  const canvas = useCanvas()
  const view = useObservable(canvas.view)
  const tool = useObservable(canvas.tool)
  const percent = useMeasured(() => Math.round(getViewScale(canvas.view.get()) * 100))
  const isFit = view.zoom === 1 && view.panX === 0 && view.panY === 0
  const zoom = isFit ? zoomToPixels : zoomToFit
  const action = i18n._(findLabel(zoom, canvas))
  const look = { model: canvas, className: 'size-9' }
  return (
    <div className="flex shrink-0 items-center border-s border-line ps-1 max-md:hidden">
      <ActionButton action={tool === 'hand' ? selectTool : handTool} {...look} />
      <ActionButtons actions={canvasActions} of="view" {...look} />
      <ActionButton action={zoomOut} {...look} />
      <button
        type="button"
        dir="ltr"
        title={action}
        aria-label={t`Zoom ${percent} percent. ${action}`}
        onClick={() => zoom.perform(canvas)}
        className="h-9 min-w-14 rounded-control px-1 text-caption tabular-nums hover:bg-well"
      >
        {`${percent}%`}
      </button>
      <ActionButton action={zoomIn} {...look} />
    </div>
  )
}
