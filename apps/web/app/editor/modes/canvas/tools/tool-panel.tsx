// The panel of tools that add to the canvas, and the template's fields.
import { msg, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { may } from '@vitrine/contract/permission'
import Images from 'lucide-react/icons/images'
import ListChecks from 'lucide-react/icons/list-checks'
import LockOpen from 'lucide-react/icons/lock-open'
import Shapes from 'lucide-react/icons/shapes'
import Type from 'lucide-react/icons/type'
import { type FormEvent, lazy, Suspense, useEffect, useState } from 'react'
import { Link } from 'react-router'
import { ApiResponseError } from '../../../../api/api.ts'
import { useSession } from '../../../../api/session.ts'
import { i18n } from '../../../../language/i18n.ts'
import { Button } from '../../../../ui/button.tsx'
import { Dialog } from '../../../../ui/dialog.tsx'
import { TextField } from '../../../../ui/field.tsx'
import { controlClass } from '../../../fields/field-frame.tsx'
import { FieldForm } from '../../../fields/field-panel.tsx'
import { projectApi } from '../../../project/project-api.ts'
import { PanelTabs, type TabbedPanel, useRequestedField } from '../../../shell/panel-places.tsx'
import { draggable, placeSquare } from '../model/added-layer.ts'
import { focusStage, useCanvas, useMeasured } from '../model/canvas-context.tsx'
import type { CanvasModel } from '../model/canvas-model.ts'
import { isBackground } from '../model/hit.ts'
import { colorOn } from '../model/palette.ts'
import { isGradient } from '../properties/color-box.tsx'
import { hexAt } from '../properties/selected.ts'
import { createStickerLayer, matchesSearch, type Sticker, type StickerTheme } from '../stickers/sticker.ts'
import { PhotoTools } from './photo-tools.tsx'
import { type AddedShape, shapes } from './shape-list.ts'
import { TextTools } from './text-tools.tsx'
import { Tile, ToolGroup, ToolScroll } from './tool-scroll.tsx'

type ToolName = 'fields' | 'text' | 'elements' | 'photos'

const tools: readonly TabbedPanel<ToolName>[] = [
  { name: 'fields', title: msg`Fields`, Icon: ListChecks, panel: Fields },
  { name: 'text', title: msg`Text`, Icon: Type, panel: TextTools },
  { name: 'elements', title: msg`Elements`, Icon: Shapes, panel: ElementTools },
  { name: 'photos', title: msg`Uploads`, Icon: Images, panel: PhotoTools },
]

/** The fields without the aspect ratios, which are in the properties panel. */
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
      <StaffTools />
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
  const foundShapes = shapes.filter(({ name }) => matchesSearch([name, msg`shape`], search))
  const themes = find?.stickers(search)
  const hasCode = matchesSearch([msg`QR code`, 'qr scan link barcode upi whatsapp map क्यूआर स्कैन लिंक'], search)
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

/**
 * For staff who create templates: editing a template without locks, and saving it as a new draft. Renders nothing
 * without the permission, which the server checks too.
 */
export function StaffTools() {
  const session = useSession()
  const canvas = useCanvas()
  const isUnlocked = useMeasured(() => canvas.getDocument().unlocked === true)
  const [isNaming, setIsNaming] = useState(false)
  if (session.status !== 'signed-in' || !may(session.profile.role, 'templates')) return null
  return (
    <section
      aria-label={t`Owner tools`}
      className="flex shrink-0 flex-wrap items-center gap-2 border-b border-line p-3"
    >
      {isUnlocked ? (
        <p className="flex items-center gap-2 text-caption text-muted">
          <LockOpen aria-hidden="true" size={14} />
          <Trans>Locks are off. Undo turns them back on.</Trans>
        </p>
      ) : (
        <Button
          variant="secondary"
          size="small"
          onClick={() => canvas.run([{ op: 'unlock' }], { label: t`Remove locks` })}
        >
          <LockOpen aria-hidden="true" size={14} />
          <Trans>Remove locks</Trans>
        </Button>
      )}
      <Button variant="secondary" size="small" onClick={() => setIsNaming(true)}>
        <Trans>Save as new draft template</Trans>
      </Button>
      <Dialog
        isOpen={isNaming}
        onClose={() => setIsNaming(false)}
        title={t`Save as new draft template`}
        description={t`Fields stay editable and start with what you filled in. Nobody sees the draft until you publish it.`}
      >
        <DraftForm />
      </Dialog>
    </section>
  )
}

type DraftState =
  | { status: 'naming' }
  | { status: 'saving' }
  | { status: 'saved'; templateId: string }
  | { status: 'failed'; message: string }

function DraftForm() {
  const { editor } = useCanvas()
  const [name, setName] = useState(`${editor.template.templateName} 2`)
  const [saving, setSaving] = useState<DraftState>({ status: 'naming' })
  const save = async (event: FormEvent) => {
    event.preventDefault()
    setSaving({ status: 'saving' })
    try {
      // The draft is created from the server's content.
      const state = await editor.autosave.flush()
      if (state.status !== 'saved')
        throw new ApiResponseError(0, 'network', t`Your last changes are not saved yet. Please try again.`)
      const { templateId } = await projectApi.saveAsDraft(editor.projectId, name.trim())
      setSaving({ status: 'saved', templateId })
    } catch (error) {
      if (!(error instanceof ApiResponseError)) throw error
      setSaving({ status: 'failed', message: error.message })
    }
  }
  if (saving.status === 'saved') {
    return (
      <p role="status">
        <Trans>
          The draft is saved.{' '}
          <Link to={`/internal-dashboard-admin/publishing/${saving.templateId}`} className="text-plum underline">
            Open in admin
          </Link>
        </Trans>
      </p>
    )
  }
  return (
    <form onSubmit={(event) => void save(event)} className="flex flex-col gap-4">
      <TextField
        label={t`Template name`}
        value={name}
        maxLength={120}
        required
        data-autofocus
        onChange={(event) => setName(event.currentTarget.value)}
        error={saving.status === 'failed' ? saving.message : undefined}
      />
      <Button type="submit" isBusy={saving.status === 'saving'} disabled={name.trim() === ''}>
        <Trans>Save draft</Trans>
      </Button>
    </form>
  )
}

function ShapeTools({ shapes }: { shapes: readonly AddedShape[] }) {
  const canvas = useCanvas()
  if (shapes.length === 0) return null
  return (
    <ToolGroup title={t`Shapes`}>
      <ul className="grid grid-cols-[repeat(auto-fill,minmax(4.5rem,1fr))] gap-2">
        {shapes.map((shape) => (
          <li key={shape.id}>
            <Tile
              aria-label={i18n._(shape.adding)}
              title={i18n._(shape.name)}
              onClick={() => addShape(canvas, shape)}
              {...draggable(() => addShape(canvas, shape))}
              className="w-full"
            >
              <svg viewBox="0 0 100 100" aria-hidden="true" className="size-full">
                <path
                  d={shape.picture}
                  fill={shape.isLine ? 'none' : 'currentColor'}
                  stroke={shape.isLine ? 'currentColor' : 'none'}
                  strokeWidth={6}
                  strokeLinecap="round"
                  strokeLinejoin="round"
                />
              </svg>
            </Tile>
          </li>
        ))}
      </ul>
    </ToolGroup>
  )
}

/** The background colour: that of the lowest layer that covers the canvas, else the canvas's own. */
function findBackgroundColor(canvas: CanvasModel): string {
  const grounds = canvas.layers().filter((entry) => !entry.isHidden && isBackground(canvas, entry))
  const colors = grounds.flatMap(({ id }) => {
    const layer = canvas.findResolvedLayer(id)
    if (layer?.type !== 'solid') return []
    return [hexAt(canvas, isGradient(layer.color) ? layer.color.stops[0]?.[1] : layer.color)]
  })
  return colors[0] ?? hexAt(canvas, (canvas.findResolved() ?? canvas.getDocument()).canvas.background, '#000000')
}

function addShape(canvas: CanvasModel, shape: AddedShape): void {
  const { size, x, y } = placeSquare(canvas, 0.3)
  const color = String(colorOn(findBackgroundColor(canvas), canvas.palette()))
  canvas.addLayer(
    {
      id: canvas.newId(),
      type: 'shape',
      name: i18n._(shape.name),
      ...canvas.addedTime(),
      ks: { p: [Math.round(x), Math.round(y)] },
      shapes: shape.build(size, color),
    },
    { label: i18n._(shape.adding) },
  )
  focusStage()
}

function StickerTools({ themes }: { themes: readonly StickerTheme[] }) {
  const canvas = useCanvas()
  const add = (sticker: Sticker) => {
    const place = placeSquare(canvas, 0.28)
    const layer = createStickerLayer(sticker, { id: canvas.newId(), ...place, time: canvas.addedTime() })
    if (canvas.run([{ op: 'add-sticker', layer }], { label: addingText(sticker) })) return
    canvas.select([layer.id])
    focusStage()
  }
  return themes.map(({ title, stickers }) => (
    <ToolGroup key={title} title={title}>
      <ul className="grid grid-cols-[repeat(auto-fill,minmax(4rem,1fr))] gap-2">
        {stickers.map((sticker) => (
          <li key={sticker.id}>
            <Tile
              aria-label={addingText(sticker)}
              title={sticker.name}
              onClick={() => add(sticker)}
              {...draggable(() => add(sticker))}
              isLight={isDark(sticker)}
              className="w-full"
            >
              <StickerPicture sticker={sticker} />
            </Tile>
          </li>
        ))}
      </ul>
    </ToolGroup>
  ))
}

/** True for a drawing in dark colours only, which would be invisible on the panel. */
function isDark({ parts }: Sticker): boolean {
  const colors = parts.flatMap(({ fill, line }) => [fill, line]).filter((color) => color !== undefined)
  return colors.every((color) => [1, 3, 5].every((at) => Number.parseInt(color.slice(at, at + 2), 16) < 0x60))
}

const addingText = ({ name }: Sticker) => t`Add sticker: ${name}`

function StickerPicture({ sticker }: { sticker: Sticker }) {
  return (
    <svg viewBox="0 0 100 100" aria-hidden="true" className="size-full">
      {sticker.parts.map(({ d, fill, line, width, holes }) => (
        <path
          key={d}
          d={d}
          fill={fill ?? 'none'}
          fillRule={holes ? 'evenodd' : undefined}
          stroke={line}
          strokeWidth={line ? (width ?? 3) : undefined}
          strokeLinecap="round"
          strokeLinejoin="round"
        />
      ))}
    </svg>
  )
}
