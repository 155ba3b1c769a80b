// The bar below the stage: actions on the selected layers, and the zoom and view tools.

import { t } from '@lingui/core/macro'
import type { ReactNode } from 'react'
import { useObservable } from '../../../api/observable.ts'
import { i18n } from '../../../language/i18n.ts'
import { useIsWide } from '../../../ui/use-is-wide.ts'
import { findLabel } from '../../actions/action.ts'
import { ActionButton, ActionButtons } from '../../actions/action-button.tsx'
import {
  canvasActions,
  handTool,
  selectTool,
  zoomIn,
  zoomOut,
  zoomToFit,
  zoomToPixels,
} from './actions/canvas-actions.tsx'
import { useCanvas, useMeasured, useSelection } from './model/canvas-context.tsx'
import { scaleOfView } from './model/view.ts'
import { QuickTools } from './stage/quick-tools.tsx'

/** `children`: the editor's own buttons at the end. */
export function CanvasBar({ children }: { children?: ReactNode }) {
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
  const percent = useMeasured(() => Math.round(scaleOfView(canvas.view.get()) * 100))
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
