// Owns what the owner has done to a version's fields and not saved yet: their order, their words, which are new and which go.
import type { Field, TemplateDocument } from '@vitrine/composition/document'
import { type FieldPlace, listFieldPlaces, newFieldId } from '@vitrine/composition/template-field'
import type { FieldRevision } from '@vitrine/contract/publishing'

export interface FieldDraft {
  /** All fields that stay or come, in the order in which customers see them. */
  readonly fields: readonly FieldRevision[]
  readonly removed: readonly string[]
}

/** The fields as the version has them. */
export function beginFieldDraft({ fields }: TemplateDocument): FieldDraft {
  const ordered = fields.toSorted((one, other) => (one.order ?? 0) - (other.order ?? 0))
  return { fields: ordered.map(({ id }) => ({ id })), removed: [] }
}

/** Whether there is anything to save. */
export function isDraftChanged(draft: FieldDraft, document: TemplateDocument): boolean {
  const { fields } = beginFieldDraft(document)
  return (
    draft.fields.length !== fields.length ||
    draft.fields.some((one, place) => one.id !== fields[place]?.id || Object.keys(one).length > 1)
  )
}

export function reviseField(draft: FieldDraft, id: string, change: Partial<FieldRevision>): FieldDraft {
  return { ...draft, fields: draft.fields.map((one) => (one.id === id ? { ...one, ...change } : one)) }
}

/** Moves a field up (-1) or down (1). */
export function moveField({ fields, removed }: FieldDraft, id: string, steps: 1 | -1): FieldDraft {
  const from = fields.findIndex((one) => one.id === id)
  const to = from + steps
  const [one, other] = [fields[from], fields[to]]
  if (!one || !other) return { fields, removed }
  return { fields: fields.with(to, one).with(from, other), removed }
}

/** Takes a field away. One that was added a moment ago is gone without a trace. */
export function removeField({ fields, removed }: FieldDraft, id: string): FieldDraft {
  const isNew = fields.some((one) => one.id === id && one.layers)
  return { fields: fields.filter((one) => one.id !== id), removed: isNew ? removed : [...removed, id] }
}

/** Gives a field back that was taken away, where it was. A new field that has its layer goes for it. */
export function restoreField({ fields, removed }: FieldDraft, id: string, document: TemplateDocument): FieldDraft {
  const own = layersOfField(document, id)
  const place = beginFieldDraft(document).fields.findIndex((one) => one.id === id)
  const others = fields.filter(({ layers = [] }) => !layers.some((layerId) => own.includes(layerId)))
  return { fields: others.toSpliced(place, 0, { id }), removed: removed.filter((one) => one !== id) }
}

/** The layers that a field of a document fills. */
function layersOfField(document: TemplateDocument, id: string): string[] {
  const found: string[] = []
  const visit = (layers: TemplateDocument['layers']) => {
    for (const layer of layers) {
      if (layer.type === 'group') visit(layer.layers)
      const content = layer.type === 'text' ? layer.text : 'source' in layer ? layer.source : undefined
      if (typeof content === 'object' && '$field' in content && content.$field === id) found.push(layer.id)
    }
  }
  visit(document.layers)
  return found
}

/** Layers that show the same: one field fills them all. */
export interface OpenPlace extends Omit<FieldPlace, 'layerId'> {
  readonly layers: readonly string[]
}

/** What fields could fill besides, each word and file once, top first. */
export function listOpenPlaces(document: TemplateDocument): OpenPlace[] {
  const places = new Map<string, OpenPlace>()
  for (const { layerId, ...place } of listFieldPlaces(document)) {
    const key = `${place.kind} ${place.shows}`
    const known = places.get(key)
    places.set(key, { ...place, ...known, layers: [...(known?.layers ?? []), layerId] })
  }
  return [...places.values()]
}

/** Lets a new field, last in the list, fill a place. Its id is none that the version has or had a moment ago. */
export function addField(
  draft: FieldDraft,
  { kind, name, shows, layers }: OpenPlace,
  document: TemplateDocument,
): FieldDraft {
  // A layer that nobody named is called by its words.
  const isNamed = kind !== 'text' || !layers.includes(name)
  const label = (isNamed ? name : shows).replaceAll(/\s+/g, ' ').trim().slice(0, 60)
  const taken = [...document.fields.map(({ id }) => id), ...draft.fields.map(({ id }) => id)]
  return { ...draft, fields: [...draft.fields, { id: newFieldId(label, taken), layers: [...layers], label }] }
}

/** What keeps a field from being saved; undefined when nothing does. */
export function findFieldProblem(field: Field): string | undefined {
  return field.label.trim() === '' ? 'Please give it a label' : undefined
}
