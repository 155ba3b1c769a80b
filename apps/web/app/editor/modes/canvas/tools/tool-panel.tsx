// The panel of tools that add to the canvas, and the template's fields.
import { msg, t } from '@lingui/core/macro'
import Images from 'lucide-react/icons/images'
import ListChecks from 'lucide-react/icons/list-checks'
import Shapes from 'lucide-react/icons/shapes'
import Type from 'lucide-react/icons/type'
import { lazy, Suspense, useEffect, useState } from 'react'
import { controlClass } from '../../../fields/field-frame.tsx'
import { FieldForm } from '../../../fields/field-panel.tsx'
import { PanelTabs, type TabbedPanel, useRequestedField } from '../../../shell/panel-places.tsx'
import { useCanvas } from '../model/canvas-context.tsx'
import { hasWords } from '../stickers/search-words.ts'
import { OwnerTools } from './owner-tools.tsx'
import { PhotoTools } from './photo-tools.tsx'
import { shapes } from './shape-list.ts'
import { ShapeTools } from './shape-tools.tsx'
import { StickerTools } from './sticker-tools.tsx'
import { TextTools } from './text-tools.tsx'
import { ToolScroll } from './tool-scroll.tsx'

type ToolName = 'fields' | 'text' | 'elements' | 'photos'

const tools: readonly TabbedPanel<ToolName>[] = [
  { name: 'fields', title: msg`Fields`, Icon: ListChecks, panel: Fields },
  { name: 'text', title: msg`Text`, Icon: Type, panel: TextTools },
  { name: 'elements', title: msg`Elements`, Icon: Shapes, panel: ElementTools },
  { name: 'photos', title: msg`Uploads`, Icon: Images, panel: PhotoTools },
]

/** The aspect ratio of the canvas is among its properties instead. */
function Fields() {
  return <FieldForm hasShapes={false} />
}

/** Fills its slot; the open tool scrolls itself. */
export function ToolPanel() {
  const { editor } = useCanvas()
  const [open, setOpen] = useState<ToolName>(editor.document.fields.length > 0 ? 'fields' : 'text')
  useRequestedField(editor, () => setOpen('fields'))
  return (
    <section aria-label={t`Add and customise`} className="flex h-full min-h-0 flex-col">
      <OwnerTools />
      <PanelTabs label={t`Tools`} tabs={tools} open={open} onOpen={setOpen} />
    </section>
  )
}

/** The chunk includes the QR encoder. */
const QrTool = lazy(() => import('./qr-tool.tsx').then((module) => ({ default: module.QrTool })))

const loadStickers = () => import('../stickers/sticker-list.ts')
type FindStickers = Awaited<ReturnType<typeof loadStickers>>['findStickers']

function ElementTools() {
  const [search, setSearch] = useState('')
  const [find, setFind] = useState<{ stickers: FindStickers }>()
  useEffect(() => {
    void loadStickers().then(({ findStickers }) => setFind({ stickers: findStickers }))
  }, [])
  const foundShapes = shapes.filter(({ name }) => hasWords([name, msg`shape`], search))
  const themes = find?.stickers(search)
  const hasCode = hasWords([msg`QR code`, 'qr scan link barcode upi whatsapp map क्यूआर स्कैन लिंक'], search)
  return (
    <ToolScroll>
      <input
        type="search"
        aria-label={t`Search elements`}
        placeholder={t`Search elements`}
        value={search}
        onChange={(event) => setSearch(event.currentTarget.value)}
        className={`${controlClass} shrink-0`}
      />
      <ShapeTools shapes={foundShapes} />
      {hasCode && (
        <Suspense fallback={null}>
          <QrTool />
        </Suspense>
      )}
      {themes && <StickerTools themes={themes} />}
      <p role="status" className="text-caption text-muted empty:hidden">
        {themes && foundShapes.length + themes.length === 0 && !hasCode
          ? t`No elements found. Try another word, such as “flower”.`
          : ''}
      </p>
    </ToolScroll>
  )
}
