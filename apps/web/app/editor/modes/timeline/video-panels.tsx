// The panels of the video editor: next to the stage on wide screens, sheets above the bottom bar on phones.
import { msg, t } from '@lingui/core/macro'
import Film from 'lucide-react/icons/film'
import Plus from 'lucide-react/icons/plus'
import Sliders from 'lucide-react/icons/sliders-horizontal'
import { useState } from 'react'
import { useObservable } from '../../../api/observable.ts'
import { useIsWide } from '../../../ui/use-is-wide.ts'
import {
  PanelSheets,
  PanelTabs,
  type SheetPanel,
  type TabbedPanel,
  useRequestedField,
} from '../../shell/panel-places.tsx'
import { HistoryPanel } from '../canvas/history-panel.tsx'
import { PropertyPanel } from '../canvas/properties/property-panel.tsx'
import { ToolPanel } from '../canvas/tools/tool-panel.tsx'
import { useVideo } from './model/video-context.tsx'
import { MediaPanel } from './panels/media-panel.tsx'
import { PartPanel } from './panels/part-panel.tsx'

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

export function VideoPanels() {
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
