// The fields of an occasion's page besides its text: the templates on it, found by a search or chosen by hand, and a
// share picture.
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import {
  type AdminContentPage,
  type ChosenTemplate,
  type ContentText,
  MAX_CHOSEN_TEMPLATES,
  occasionSearch,
} from '@vitrine/contract/content'
import Plus from 'lucide-react/icons/plus'
import X from 'lucide-react/icons/x'
import { type DragEvent, useId, useRef, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { classNames } from '../../ui/class-names.ts'
import type { FormHandle } from '../../ui/form/use-form.ts'
import { Badge } from '../../ui/indicator.tsx'
import { adminApiPath } from '../api/admin-api.ts'
import { useAdminQuery } from '../api/admin-query.ts'
import { SearchField } from '../ui/table-controls.tsx'
import { BrandFileSender, brandFileSender, PictureField } from './brand-file-field.tsx'
import { focusMoved, MoveButtons } from './move-buttons.tsx'
import { FieldGroup } from './section-form.tsx'

/** Editors of pages may upload a picture for one, but not files of the brand. */
const sendPicture = brandFileSender(adminApiPath('/content-files'))

type OccasionFieldsProps = {
  page: AdminContentPage
  form: FormHandle<ContentText>
}

export function OccasionFields({ page, form: { values: text, change, findError } }: OccasionFieldsProps) {
  const name = useId()
  const search = occasionSearch(page.slug)
  return (
    <>
      <FieldGroup title={t`Templates`}>
        <div className="flex flex-col gap-1">
          {(
            [
              [false, t`Those that a search for “${search}” finds, new ones too`],
              [true, t`Those that I choose, in my order`],
            ] as const
          ).map(([isChosen, label]) => (
            <label key={label} className="flex min-h-11 items-center gap-2.5 self-start">
              <input
                type="radio"
                name={name}
                checked={(text.templates !== null) === isChosen}
                onChange={() => change({ templates: isChosen ? (page.text.templates ?? []) : null })}
                className="size-4.5 shrink-0 accent-marigold"
              />
              <span>{label}</span>
            </label>
          ))}
        </div>
        {text.templates && (
          <ChosenTemplates
            templates={text.templates}
            known={page.chosenTemplates}
            problem={findError('templates')}
            onTemplates={(templates) => change({ templates })}
          />
        )}
      </FieldGroup>
      <BrandFileSender value={sendPicture}>
        <PictureField
          kind="share-picture"
          label={t`Share picture`}
          hint={t`Beside links in messengers, cut to 1200 × 630 pixels. Without one: the picture of the first template.`}
          alt={t`The share picture`}
          pictureClass="aspect-[1200/630] h-16 object-cover"
          problem={findError('sharePicture')}
          picture={text.sharePicture}
          savedUrl={text.sharePicture === page.text.sharePicture ? page.sharePictureUrl : null}
          onPicture={(sharePicture) => change({ sharePicture })}
        />
      </BrandFileSender>
      <p className="max-w-[60ch] text-caption text-muted">
        <Trans>Templates and share picture are the same in all languages.</Trans>
      </p>
    </>
  )
}

const foundCount = 6

type Shown = Pick<ChosenTemplate, 'templateId' | 'templateName' | 'thumbnail' | 'dominantColor'>

type ChosenTemplatesProps = {
  /** Ids in order. */
  templates: readonly string[]
  /** Names and pictures of the saved ones. */
  known: readonly ChosenTemplate[]
  problem: string | undefined
  onTemplates: (templates: string[]) => void
}

/** Chooses templates by hand and orders them. */
function ChosenTemplates({ templates, known, problem, onTemplates }: ChosenTemplatesProps) {
  const list = useRef<HTMLOListElement>(null)
  const [said, setSaid] = useState('')
  const [added, setAdded] = useState<readonly ChosenTemplate[]>([])
  const [dragged, setDragged] = useState<string>()
  const find = (id: string) => [...known, ...added].find(({ templateId }) => templateId === id)
  const findTemplateName = (id: string) => find(id)?.templateName ?? id
  const move = (from: number, to: number) => {
    const [id, ...rest] = [templates[from] ?? '', ...templates.filter((_, at) => at !== from)]
    onTemplates([...rest.slice(0, to), id, ...rest.slice(to)])
    setSaid(movedText(findTemplateName(id), to + 1, templates.length))
  }
  const moveByKey = (from: number, to: number) => {
    move(from, to)
    focusMoved(list, from, to)
  }
  const remove = (at: number) => {
    const name = findTemplateName(templates[at] ?? '')
    onTemplates(templates.filter((_, index) => index !== at))
    // The focused button was removed together with its row.
    requestAnimationFrame(() => {
      const row = list.current?.children[Math.min(at, templates.length - 2)]
      row?.querySelector<HTMLButtonElement>('button:last-of-type')?.focus()
    })
    setSaid(t`${name} is removed from the page`)
  }
  const add = (template: Shown) => {
    setAdded((before) => [...before, { ...template, isOnSale: true }])
    onTemplates([...templates, template.templateId])
    const name = template.templateName
    setSaid(t`${name} is added at the end`)
  }
  return (
    <div className="flex max-w-3xl flex-col gap-5">
      {problem && (
        <p role="alert" className="text-caption text-bad">
          {problem}
        </p>
      )}
      {templates.length > 0 && (
        <ol ref={list} aria-label={t`Templates on the page`} className="divide-y divide-line border-y border-line">
          {templates.map((id, index) => (
            <Row
              key={id}
              template={find(id) ?? { templateId: id, templateName: id, thumbnail: '', dominantColor: '#6b655b' }}
              isOffSale={find(id)?.isOnSale !== true}
              isDragged={id === dragged}
              onUp={index > 0 ? () => moveByKey(index, index - 1) : undefined}
              onDown={index < templates.length - 1 ? () => moveByKey(index, index + 1) : undefined}
              onRemove={() => remove(index)}
              onDrag={(isDragged) => setDragged(isDragged ? id : undefined)}
              onOver={() => {
                const from = dragged === undefined ? -1 : templates.indexOf(dragged)
                if (from !== -1 && from !== index) move(from, index)
              }}
            />
          ))}
        </ol>
      )}
      <p role="status" className="sr-only">
        {said}
      </p>
      {templates.length < MAX_CHOSEN_TEMPLATES && <Search chosen={templates} onAdd={add} />}
    </div>
  )
}

const removeText = (label: string) => t`Remove: ${label}`
const movedText = (name: string, place: number, count: number) => t`${name}: now number ${place} of ${count}`

type RowProps = {
  template: Shown
  isOffSale: boolean
  isDragged: boolean
  /** Undefined at that end of the list. */
  onUp: (() => void) | undefined
  onDown: (() => void) | undefined
  onRemove: () => void
  onDrag: (isDragged: boolean) => void
  onOver: () => void
}

function Row({ template, isOffSale, isDragged, onUp, onDown, onRemove, onDrag, onOver }: RowProps) {
  const name = template.templateName
  const dragging = {
    draggable: true,
    onDragStart: ({ dataTransfer }: DragEvent) => {
      dataTransfer.effectAllowed = 'move'
      onDrag(true)
    },
    onDragEnd: () => onDrag(false),
    onDragOver: (event: DragEvent) => {
      event.preventDefault()
      onOver()
    },
  }
  return (
    <li {...dragging} className={classNames('flex cursor-grab items-center gap-3 py-2.5', isDragged && 'opacity-50')}>
      <Thumbnail template={template} />
      <span dir="auto" className="min-w-0 flex-1 break-words">
        {name}
      </span>
      {isOffSale && (
        <Badge>
          <Trans>Not on sale</Trans>
        </Badge>
      )}
      <span className="flex shrink-0">
        <MoveButtons upLabel={t`Move ${name} up`} downLabel={t`Move ${name} down`} onUp={onUp} onDown={onDown} />
        <Button variant="quiet" size="small" aria-label={removeText(name)} onClick={onRemove} className="w-9 px-0!">
          <X aria-hidden="true" size={16} />
        </Button>
      </span>
    </li>
  )
}

function Thumbnail({ template: { thumbnail, dominantColor } }: { template: Shown }) {
  return (
    <span
      className="flex h-12 w-16 shrink-0 items-center justify-center overflow-hidden rounded-control"
      style={{ backgroundColor: dominantColor }}
    >
      {thumbnail && (
        <img src={thumbnail} alt="" loading="lazy" draggable={false} className="size-full object-contain" />
      )}
    </span>
  )
}

/** Search results of templates on sale by name or id, each with a button that adds it. */
function Search({ chosen, onAdd }: { chosen: readonly string[]; onAdd: (template: Shown) => void }) {
  const [search, setSearch] = useState('')
  const section = useRef<HTMLElement>(null)
  const add = (template: Shown) => {
    onAdd(template)
    // The pressed button was removed: the next one is in its place.
    requestAnimationFrame(() => {
      const [input, next] = ['input', 'li button'].map((part) => section.current?.querySelector<HTMLElement>(part))
      ;(next ?? input)?.focus()
    })
  }
  const { data, failure } = useAdminQuery('GET /api/admin/publishing', {
    query: {
      search,
      status: 'published',
      limit: foundCount + chosen.length,
    },
  })
  const found = (data?.items ?? []).filter(({ templateId }) => !chosen.includes(templateId)).slice(0, foundCount)
  return (
    <section ref={section} aria-label={t`Add templates`} className="flex flex-col gap-3 rounded-card bg-well p-4">
      <SearchField label={t`Search templates`} placeholder={t`Name or id`} search={search} onSearch={setSearch} />
      {failure && (
        <p role="alert" className="text-caption text-bad">
          <Trans>The templates could not be loaded. Please try again.</Trans>
        </p>
      )}
      {data && found.length === 0 && (
        <p className="text-caption text-muted">
          <Trans>No other templates found.</Trans>
        </p>
      )}
      <ul className="grid gap-2 sm:grid-cols-2">
        {found.map((template) => {
          const name = template.templateName
          return (
            <li key={template.templateId}>
              <Button
                variant="secondary"
                size="small"
                isRepeatable
                aria-label={t`Add ${name}`}
                onClick={() => add(template)}
                className="h-auto! w-full justify-start! gap-3! py-1.5"
              >
                <Thumbnail template={template} />
                <span dir="auto" className="min-w-0 flex-1 truncate text-start">
                  {name}
                </span>
                <Plus aria-hidden="true" size={16} />
              </Button>
            </li>
          )
        })}
      </ul>
    </section>
  )
}
