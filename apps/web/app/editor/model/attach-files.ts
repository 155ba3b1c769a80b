// Puts files into fields: one into its own, several in order, as one undo step.

import { select as chosen, t } from '@lingui/core/macro'
import type { TemplateDocument } from '@vitrine/document/document'
import type { Field, MediaValue } from '@vitrine/document/field'
import { readChosenFile } from '../preview/read-file.ts'
import { findFileKind, inFormOrder, type PlacedFile, placeFiles } from '../project/assign-files.ts'
import type { ProjectStore } from '../project/project-store.ts'
import { findFileProblem, type Uploads } from '../project/uploads.ts'

interface AttachingSettings {
  document: TemplateDocument
  store: Pick<ProjectStore, 'getContent' | 'edit' | 'endGroup'>
  uploads: Pick<Uploads, 'add'>
  select: (fieldId: string, from: 'control') => void
}

interface Attaching {
  /** Returns a message when the file cannot be used. */
  attachFile(fieldId: string, file: File): Promise<string | undefined>
  /**
   * Returns the messages about files that cannot be used. @param preferred the fields for the first file, in order of
   * preference
   */
  attachFiles(files: readonly File[], preferred: readonly (string | undefined)[]): Promise<string[]>
}

export function createAttaching(settings: AttachingSettings): Attaching {
  const { document, store } = settings
  return {
    async attachFile(fieldId, file) {
      const damage = await findDamage(file)
      return damage ?? attach(settings, [{ file, fieldId }])[0]
    },
    async attachFiles(files, preferred) {
      const damages = await Promise.all(files.map(findDamage))
      const readable = files.filter((_file, n) => damages[n] === undefined)
      const placed = placeFiles(readable, inFormOrder(document.fields), store.getContent().values, preferred)
      const problems = files.flatMap(({ name }, n) => (damages[n] === undefined ? [] : `${name}: ${damages[n]}`))
      return [...problems, ...attach(settings, placed)]
    },
  }
}

function attach({ document, store, uploads, select }: AttachingSettings, placed: readonly PlacedFile[]): string[] {
  const problems: string[] = []
  const values: Record<string, MediaValue> = {}
  for (const { file, fieldId } of placed) {
    const field = document.fields.find(({ id }) => id === fieldId)
    const problem = findProblem(file, field, placed.length > 1)
    const kind = findFileKind(file)
    if (problem || !field || !kind) problems.push(problem ?? noRoomText(file, placed.length > 1))
    else values[field.id] = { asset: uploads.add(file, kind) }
  }
  const [first, ...others] = Object.keys(values)
  if (first === undefined) return problems
  store.endGroup()
  const content = store.getContent()
  const about = others.length > 0 ? { fieldId: first, label: t`Add files` } : { fieldId: first }
  store.edit({ ...content, values: { ...content.values, ...values } }, about)
  select(first, 'control')
  return problems
}

/** Why a photo cannot be read, checked before it replaces the field's content. Other problems depend on the field. */
async function findDamage(file: File): Promise<string | undefined> {
  if (findFileKind(file) !== 'image' || findFileProblem(file, ['image']) !== undefined) return undefined
  const read = await readChosenFile(file, ['image'])
  return typeof read === 'string' ? read : undefined
}

function findProblem(file: File, field: Field | undefined, isOneOfSeveral: boolean): string | undefined {
  if (field?.type === 'audio') return findFileProblem(file, ['audio', 'video'])
  return field?.type === 'media' ? findFileProblem(file, field.accept) : noRoomText(file, isOneOfSeveral)
}

/** Why a file fits no field. One of several files may find the fields already filled. */
function noRoomText(file: File, isOneOfSeveral: boolean): string {
  const { name } = file
  const kind = findFileKind(file) ?? 'other'
  return isOneOfSeveral
    ? t`${name}: there is no more room for ${chosen(kind, { image: 'this image', video: 'this video', audio: 'this audio', other: 'a file of this type' })} here.`
    : t`${name}: there is no room for ${chosen(kind, { image: 'this image', video: 'this video', audio: 'this audio', other: 'a file of this type' })} here.`
}
