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
 * @param costOf how badly the photo at a place in the list fits a field, from 0; several photos are then exchanged for the best fit
 */
export function placeFiles(
  files: readonly File[],
  fields: readonly Field[],
  values: FieldValues,
  preferred: readonly (string | undefined)[],
  costOf?: (place: number, fieldId: string) => number,
): PlacedFile[] {
  const taken = new Set<string>()
  const isEmpty = (field: Field) => values[field.id] === undefined
  // Sound goes where only sound goes before a video does.
  const byUse = [...fields.filter(isEmpty), ...fields.filter((field) => !isEmpty(field))]
  const isWanted = (fieldId: string | undefined) => fieldId !== undefined && preferred.includes(fieldId)
  const placed = files.map((file, place) => {
    const fitting = byUse.filter((field) => takesFile(field, file) && !taken.has(field.id))
    const wanted = place === 0 ? preferred.map((id) => fitting.find((field) => field.id === id)) : []
    const isOwnKind = (field: Field) => field.type === (kindOf(file) === 'audio' ? 'audio' : 'media')
    const field = wanted.find((field) => field !== undefined) ?? fitting.find(isOwnKind)
    if (field) taken.add(field.id)
    return { file, fieldId: field?.id }
  })
  if (!costOf) return placed
  const isFree = ({ id }: Field) => !taken.has(id)
  const free = byUse.filter((field) => isFree(field) && isEmpty(field) && field.type === 'media')
  const isMovable = ({ file, fieldId }: PlacedFile, place: number) =>
    kindOf(file) === 'image' && fieldId !== undefined && !(place === 0 && isWanted(fieldId))
  return exchange(placed, { isMovable, free, costOf })
}

/** Exchanges are made only for a fit that is better by so much: otherwise photos keep the order in which they were chosen. */
const LEAST_GAIN = 0.05

interface ExchangeTerms {
  isMovable: (placed: PlacedFile, place: number) => boolean
  /** Empty fields that no file was given. */
  free: readonly Field[]
  costOf: (place: number, fieldId: string) => number
}

/** Exchanges photos with each other and with free fields while that makes the fit of all of them better. */
function exchange(placed: readonly PlacedFile[], { isMovable, free, costOf }: ExchangeTerms): PlacedFile[] {
  const result = placed.map((one) => ({ ...one }))
  const movable = result.flatMap((one, place) => (isMovable(one, place) ? [{ one, place }] : []))
  const open = free.map(({ id }) => id)
  const cost = (place: number, fieldId: string | undefined) => (fieldId === undefined ? 0 : costOf(place, fieldId))
  let hasGained = true
  // Each exchange lowers the cost of all, so this ends.
  while (hasGained) {
    hasGained = false
    for (const { one, place } of movable) {
      for (const other of movable) {
        if (other.place <= place) continue
        const before = cost(place, one.fieldId) + cost(other.place, other.one.fieldId)
        const after = cost(place, other.one.fieldId) + cost(other.place, one.fieldId)
        if (before - after < LEAST_GAIN) continue
        ;[one.fieldId, other.one.fieldId] = [other.one.fieldId, one.fieldId]
        hasGained = true
      }
      for (const [n, fieldId] of open.entries()) {
        if (one.fieldId === undefined || cost(place, one.fieldId) - cost(place, fieldId) < LEAST_GAIN) continue
        ;[open[n], one.fieldId] = [one.fieldId, fieldId]
        hasGained = true
      }
    }
  }
  return result
}
