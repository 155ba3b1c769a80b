// Assigns files that were dropped, pasted or chosen together to fields that accept their kind. Files without a field are
// reported.
import type { Field, FieldValues } from '@vitrine/document/field'
import { findFileKind } from './file-kind.ts'

export interface PlacedFile {
  file: File
  /** Undefined: the template has no place left for this kind. */
  fieldId: string | undefined
}

type NamedFile = Pick<File, 'type' | 'name'>

/** Whether a field shows files of this kind. A video is as good as a song where sound is asked for. */
export function takesFile(field: Field, file: NamedFile): boolean {
  const kind = findFileKind(file)
  if (kind === undefined) return false
  if (field.type === 'audio') return kind === 'audio' || kind === 'video'
  return field.type === 'media' && kind !== 'audio' && field.accept.includes(kind)
}

/**
 * Gives each file a field, in the order of the files: the first file the one it was dropped on, else the selected one; then, from
 * there on and around, fields the customer left empty; then the others. Several files never share a field.
 * @param fields in the order in which they are filled
 * @param preferred field ids, the most wanted first
 */
export function placeFiles(
  files: readonly File[],
  fields: readonly Field[],
  values: FieldValues,
  preferred: readonly (string | undefined)[],
): PlacedFile[] {
  const [first] = files
  const takesFirst = (id: string | undefined) =>
    fields.findIndex((field) => field.id === id && first !== undefined && takesFile(field, first))
  const start = preferred.map(takesFirst).find((index) => index >= 0)
  const around = start === undefined ? fields : [...fields.slice(start), ...fields.slice(0, start)]
  const isEmpty = (field: Field) => values[field.id] === undefined
  const byUse = [...around.filter(isEmpty), ...around.filter((field) => !isEmpty(field))]
  const taken = new Set<string>()
  return files.map((file, place) => {
    const fitting = byUse.filter((field) => takesFile(field, file) && !taken.has(field.id))
    // Sound goes where only sound goes before a video does.
    const isOwnKind = (field: Field) => field.type === (findFileKind(file) === 'audio' ? 'audio' : 'media')
    const field = place === 0 && start !== undefined ? fields[start] : fitting.find(isOwnKind)
    if (field) taken.add(field.id)
    return { file, fieldId: field?.id }
  })
}

/** Exchanges are made only for a fit that is better by so much: otherwise photos keep their order. */
const LEAST_GAIN = 0.05

/**
 * Which photo goes to which place for the best fit of all: the number of the photo for each place.
 * @param costOf how badly a photo fits a place, from 0
 */
export function bestOrder(count: number, costOf: (photo: number, place: number) => number): number[] {
  const order = Array.from({ length: count }, (_, n) => n)
  const photoAt = (place: number) => order[place] as number
  let hasGained = true
  // Each exchange lowers the cost of all, so this ends.
  while (hasGained) {
    hasGained = false
    for (let one = 0; one < count; one++)
      for (let other = one + 1; other < count; other++) {
        const before = costOf(photoAt(one), one) + costOf(photoAt(other), other)
        const after = costOf(photoAt(other), one) + costOf(photoAt(one), other)
        if (before - after < LEAST_GAIN) continue
        ;[order[one], order[other]] = [photoAt(other), photoAt(one)]
        hasGained = true
      }
  }
  return order
}
