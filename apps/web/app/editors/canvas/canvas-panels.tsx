// Owns where the panels of the canvas editor stand: in columns beside the stage on a desk, in sheets below it on a phone.
import History from 'lucide-react/icons/history'
import Layers from 'lucide-react/icons/layers'
import Plus from 'lucide-react/icons/plus'
import Sliders from 'lucide-react/icons/sliders-horizontal'
import { useState } from 'react'
import { PanelSheets, PanelTabs, type SheetPanel, type TabbedPanel, useIsWide } from '../panel-places.tsx'
import { HistoryButtons } from '../top-bar.tsx'
import { useCanvas, useSelection } from './canvas-context.tsx'
import { HistoryPanel } from './history-panel.tsx'
import { LayerPanel } from './layers/layer-panel.tsx'
import { DocumentPanel } from './properties/document-panel.tsx'
import { PropertyPanel } from './properties/property-panel.tsx'
import { ToolPanel } from './tools/tool-panel.tsx'

type TabName = 'layers' | 'history'

const tabs: readonly TabbedPanel<TabName>[] = [
  { name: 'layers', words: 'Layers', panel: LayerPanel },
  { name: 'history', words: 'History', panel: HistoryPanel },
]

const sheets: readonly SheetPanel[] = [
  { name: 'add', words: 'Add', Icon: Plus, panel: ToolPanel },
  { name: 'edit', words: 'Edit', Icon: Sliders, panel: Properties },
  { name: 'layers', words: 'Layers', Icon: Layers, panel: LayerPanel },
  { name: 'history', words: 'History', Icon: History, panel: HistoryPanel },
]

export function CanvasPanels() {
  const { editor } = useCanvas()
  if (useIsWide()) return <Columns />
  // The bar of a film's time has the two buttons.
  const beside = editor.document.canvas.duration === 1 && <HistoryButtons />
  return (
    <PanelSheets
      editor={editor}
      sheets={sheets}
      fieldSheet="add"
      sheetClass="canvas-sheet overflow-hidden"
      beside={beside}
    />
  )
}

function Columns() {
  const [open, setOpen] = useState<TabName>('layers')
  return (
    <>
      <div className="min-h-0 overflow-hidden border-r border-line bg-raised [grid-area:tools]">
        <ToolPanel />
      </div>
      <div className="grid min-h-0 grid-cols-[minmax(0,1fr)] grid-rows-[minmax(0,3fr)_minmax(0,2fr)] overflow-hidden border-l border-line bg-raised [grid-area:side]">
        <div className="min-h-0">
          <Properties />
        </div>
        <div className="flex min-h-0 flex-col border-t border-line">
          <PanelTabs label="Layers and history" tabs={tabs} open={open} onOpen={setOpen} />
        </div>
      </div>
    </>
  )
}

/** Of what is selected, else of the whole design. */
function Properties() {
  return useSelection().length > 0 ? <PropertyPanel /> : <DocumentPanel />
}
