// The panels of the canvas editor: columns next to the stage on wide screens, sheets below it on phones.
import { msg, t } from '@lingui/core/macro'
import History from 'lucide-react/icons/history'
import Layers from 'lucide-react/icons/layers'
import Plus from 'lucide-react/icons/plus'
import Sliders from 'lucide-react/icons/sliders-horizontal'
import { useRef, useState } from 'react'
import { useIsWide } from '../../../ui/use-is-wide.ts'
import { PanelSheets, PanelTabs, type SheetPanel, type TabbedPanel } from '../../shell/panel-places.tsx'
import { HistoryButtons } from '../../shell/top-bar.tsx'
import { HistoryPanel } from './history-panel.tsx'
import { LayerPanel } from './layers/layer-panel.tsx'
import { useCanvas, useSelection } from './model/canvas-context.tsx'
import { DocumentPanel } from './properties/document-panel.tsx'
import { PropertyPanel } from './properties/property-panel.tsx'
import { useSplit } from './stage/use-split.ts'
import { ToolPanel } from './tools/tool-panel.tsx'

type TabName = 'layers' | 'history'

const tabs: readonly TabbedPanel<TabName>[] = [
  { name: 'layers', title: msg`Layers`, panel: LayerPanel },
  { name: 'history', title: msg`History`, panel: HistoryPanel },
]

const sheets: readonly SheetPanel[] = [
  { name: 'add', title: msg`Add`, Icon: Plus, panel: ToolPanel },
  { name: 'edit', title: msg`Edit`, Icon: Sliders, panel: Properties },
  { name: 'layers', title: msg`Layers`, Icon: Layers, panel: LayerPanel },
  { name: 'history', title: msg`History`, Icon: History, panel: HistoryPanel },
]

export function CanvasPanels() {
  const { editor, requestedPanel } = useCanvas()
  if (useIsWide()) return <Columns />
  // A video has the two buttons in its transport bar.
  const buttons = editor.document.canvas.duration === 1 && <HistoryButtons />
  return (
    <PanelSheets
      editor={editor}
      sheets={sheets}
      fieldSheet="add"
      requestedSheet={requestedPanel}
      sheetClass="canvas-sheet overflow-hidden"
      buttons={buttons}
    />
  )
}

function Columns() {
  const [open, setOpen] = useState<TabName>('layers')
  const side = useRef<HTMLDivElement>(null)
  const { share, separator } = useSplit(side, 'canvas-side-share')
  return (
    <>
      <div className="min-h-0 overflow-hidden border-e border-line bg-raised [grid-area:tools]">
        <ToolPanel />
      </div>
      <div
        ref={side}
        className="grid min-h-0 grid-cols-[minmax(0,1fr)] overflow-hidden border-s border-line bg-raised [grid-area:side]"
        style={{ gridTemplateRows: `minmax(0,${1 - share}fr) auto minmax(0,${share}fr)` }}
      >
        <div className="min-h-0">
          <Properties />
        </div>
        {/* biome-ignore lint/a11y/useSemanticElements: a rule that can be moved is no hr. */}
        <div
          role="separator"
          aria-label={t`Resize the Layers panel`}
          aria-orientation="horizontal"
          className="h-2 cursor-row-resize touch-none border-t border-line hover:bg-well focus-visible:bg-well"
          {...separator}
        />
        <div className="flex min-h-0 flex-col">
          <PanelTabs label={t`Layers and history`} tabs={tabs} open={open} onOpen={setOpen} />
        </div>
      </div>
    </>
  )
}

/** The properties of the selection, else of the whole design. */
function Properties() {
  return useSelection().length > 0 ? <PropertyPanel /> : <DocumentPanel />
}
