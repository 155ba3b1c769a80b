// Assigns files that were dropped, pasted or chosen together to fields that accept their kind. Files without a field are
// reported.
import type { Field, FieldValues } from '@vitrine/composition/field'
import { kindOf } from './file-kind.ts'

export interface PlacedFile {
  file: File
  /** Undefined: the template has no place left for this kind. */
  fieldId: string | undefined
}

type NamedFile = Pick<File, 'type' | 'name'>

/** Whether a field shows files of this kind. A video is as good as a song where sound is asked for. */
export function takesFile(field: Field, file: NamedFile): boolean {
  const kind = kindOf(file)
  if (kind === undefined) return false
  if (field.type === 'audio') return kind === 'audio' || kind === 'video'
  return field.type === 'media' && kind !== 'audio' && field.accept.includes(kind)
}

/**
 * Gives each file a field: the first file the one it was dropped on, else the selected one; then fields the customer left
 * empty, in their order; then the others. Several files never share a field.
 * @param preferred field ids, the most wanted first
 */
export function placeFiles(
  files: readonly File[],
  fields: readonly Field[],
  values: FieldValues,
  preferred: readonly (string | undefined)[],
): PlacedFile[] {
  const taken = new Set<string>()
  const isEmpty = (field: Field) => values[field.id] === undefined
  // Sound goes where only sound goes before a video does.
  const byUse = [...fields.filter(isEmpty), ...fields.filter((field) => !isEmpty(field))]
  return files.map((file, place) => {
    const fitting = byUse.filter((field) => takesFile(field, file) && !taken.has(field.id))
    const wanted = place === 0 ? preferred.map((id) => fitting.find((field) => field.id === id)) : []
    const isOwnKind = (field: Field) => field.type === (kindOf(file) === 'audio' ? 'audio' : 'media')
    const field = wanted.find((field) => field !== undefined) ?? fitting.find(isOwnKind)
    if (field) taken.add(field.id)
    return { file, fieldId: field?.id }
  })
}
