// The panel of what can be added to the canvas, and the template's fields.

import { msg, t } from '@lingui/core/macro'
import Images from 'lucide-react/icons/images'
import ListChecks from 'lucide-react/icons/list-checks'
import Shapes from 'lucide-react/icons/shapes'
import Type from 'lucide-react/icons/type'
import { useState } from 'react'
import { FieldForm } from '../../../core/fields/field-panel.tsx'
import { PanelTabs, type TabbedPanel, useAskedForField } from '../../../core/shell/panel-places.tsx'
import { useCanvas } from '../model/canvas-context.tsx'
import { ElementTools } from './element-tools.tsx'
import { OwnerTools } from './owner-tools.tsx'
import { PhotoTools } from './photo-tools.tsx'
import { TextTools } from './text-tools.tsx'

type ToolName = 'fields' | 'text' | 'elements' | 'photos'

const tools: readonly TabbedPanel<ToolName>[] = [
  { name: 'fields', title: msg`Fields`, Icon: ListChecks, panel: Fields },
  { name: 'text', title: msg`Text`, Icon: Type, panel: TextTools },
  { name: 'elements', title: msg`Elements`, Icon: Shapes, panel: ElementTools },
  { name: 'photos', title: msg`Uploads`, Icon: Images, panel: PhotoTools },
]

/** The shape of the canvas is among its properties. */
function Fields() {
  return <FieldForm hasShapes={false} />
}

/** Fills its slot; the open tool scrolls itself. */
export function ToolPanel() {
  const { editor } = useCanvas()
  const [open, setOpen] = useState<ToolName>(editor.document.fields.length > 0 ? 'fields' : 'text')
  useAskedForField(editor, () => setOpen('fields'))
  return (
    <section aria-label={t`Add and customise`} className="flex h-full min-h-0 flex-col">
      <OwnerTools />
      <PanelTabs label={t`Tools`} tabs={tools} open={open} onOpen={setOpen} />
    </section>
  )
}
