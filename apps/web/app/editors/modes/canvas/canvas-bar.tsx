// The bar below the stage: actions on the selected layers, and the zoom and view tools.

import { t } from '@lingui/core/macro'
import Hand from 'lucide-react/icons/hand'
import Minus from 'lucide-react/icons/minus'
import Arrow from 'lucide-react/icons/mouse-pointer-2'
import Plus from 'lucide-react/icons/plus'
import Ruler from 'lucide-react/icons/ruler'
import type { ReactNode } from 'react'
import { IconButton } from '../../../ui/button.tsx'
import { useObservable } from '../../../ui/observable.ts'
import { useIsWide } from '../../../ui/use-is-wide.ts'
import { useCanvas, useMeasured, useSelection } from './model/canvas-context.tsx'
import { fitView, scaleOfView, zoomAt, zoomToPixels } from './model/view.ts'
import { ActionButtons, layerActions, placeActions } from './properties/layer-action.tsx'
import { QuickTools } from './stage/quick-tools.tsx'

/** `children`: buttons of the editor at its end. */
export function CanvasBar({ children }: { children?: ReactNode }) {
  return (
    <div className="gives-way flex h-14 items-center border-t border-line bg-raised px-2 [grid-area:foot]">
      <ActionBar />
      {children}
      <ViewTools />
    </div>
  )
}

function ActionBar() {
  const { editor, keepsDesign } = useCanvas()
  const { width, height } = useObservable(editor.shape)
  const selected = useSelection().length
  // On a desk there is more room for these beside the properties.
  const isWide = useIsWide()
  const groups = isWide ? layerActions : [...layerActions, ...placeActions]
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
        <div key={group[0]?.label.id} className="flex items-center border-e border-line px-1 last:border-e-0">
          <ActionButtons actions={group} />
        </div>
      ))}
    </div>
  )
}

function ViewTools() {
  const canvas = useCanvas()
  const view = useObservable(canvas.view)
  const tool = useObservable(canvas.tool)
  const hasRulers = useObservable(canvas.hasRulers)
  const percent = useMeasured(() => Math.round(scaleOfView(canvas.view.get()) * 100))
  const zoom = (factor: number) => canvas.view.set(zoomAt(canvas.view.get(), factor))
  const isFit = view.zoom === 1 && view.panX === 0 && view.panY === 0
  const action = isFit ? t`Zoom to 100%` : t`Zoom to fit`
  return (
    <div className="flex shrink-0 items-center border-s border-line ps-1 max-md:hidden">
      <IconButton
        label={tool === 'hand' ? t`Select tool` : t`Hand tool`}
        aria-keyshortcuts={tool === 'hand' ? 'V' : 'H'}
        onClick={() => canvas.tool.set(tool === 'hand' ? 'select' : 'hand')}
        className="size-9"
      >
        {tool === 'hand' ? <Arrow aria-hidden="true" size={18} /> : <Hand aria-hidden="true" size={18} />}
      </IconButton>
      <IconButton
        label={hasRulers ? t`Hide rulers` : t`Show rulers`}
        aria-keyshortcuts="Shift+R"
        aria-pressed={hasRulers}
        onClick={() => canvas.hasRulers.set(!hasRulers)}
        className={hasRulers ? 'size-9 text-marigold-bright' : 'size-9'}
      >
        <Ruler aria-hidden="true" size={18} />
      </IconButton>
      <IconButton label={t`Zoom out`} aria-keyshortcuts="Control+-" onClick={() => zoom(1 / 1.25)} className="size-9">
        <Minus aria-hidden="true" size={18} />
      </IconButton>
      <button
        type="button"
        dir="ltr"
        title={action}
        aria-label={t`Zoom ${percent} percent. ${action}`}
        onClick={() => canvas.view.set(isFit ? zoomToPixels(view) : fitView(view))}
        className="h-9 min-w-14 rounded-control px-1 text-caption tabular-nums hover:bg-well"
      >
        {`${percent}%`}
      </button>
      <IconButton label={t`Zoom in`} aria-keyshortcuts="Control++" onClick={() => zoom(1.25)} className="size-9">
        <Plus aria-hidden="true" size={18} />
      </IconButton>
    </div>
  )
}
