// Assigns files that were dropped, pasted or chosen together to fields that accept their kind. Files without a field are
// reported.
import type { Field, FieldValues } from '@vitrine/document/field'

export interface PlacedFile {
  file: File
  /** Undefined: the template has no field left for this kind. */
  fieldId: string | undefined
}

type NamedFile = Pick<File, 'type' | 'name'>

/** Whether a field accepts files of this kind. A video can replace a song. */
export function takesFile(field: Field, file: NamedFile): boolean {
  const kind = findFileKind(file)
  if (kind === undefined) return false
  if (field.type === 'audio') return kind === 'audio' || kind === 'video'
  return field.type === 'media' && kind !== 'audio' && field.accept.includes(kind)
}

/**
 * Gives each file a field, in order. The first file takes the field it was dropped on, else the selected one. The
 * others take empty fields from there on, wrapping around, then filled ones. Files never share a field. @param fields
 * in the order in which they are filled @param preferred field ids, in order of preference
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
    // Audio prefers audio fields to video fields.
    const isOwnKind = (field: Field) => field.type === (findFileKind(file) === 'audio' ? 'audio' : 'media')
    const field = place === 0 && start !== undefined ? fields[start] : fitting.find(isOwnKind)
    if (field) taken.add(field.id)
    return { file, fieldId: field?.id }
  })
}

/** Photos swap only if the fit improves by this much, so that they otherwise keep their order. */
const LEAST_GAIN = 0.05

/**
 * The assignment of photos to places with the best total fit: the number of the photo for each place. @param costOf how
 * badly a photo fits a place, from 0
 */
export function bestOrder(count: number, costOf: (photo: number, place: number) => number): number[] {
  const order = Array.from({ length: count }, (_, n) => n)
  const photoAt = (place: number) => order[place] as number
  let hasGained = true
  // Terminates, because every swap lowers the total cost.
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

// The order in which fields are shown and filled: the designer's, group by group.

interface FieldGroup {
  /** Undefined for fields without a heading. */
  title: string | undefined
  fields: Field[]
}

/**
 * Fields by ascending order (those without one keep their place), under their headings in order of first appearance.
 */
export function groupFields(fields: readonly Field[]): FieldGroup[] {
  const placed = fields.map((field, place) => ({ field, place, order: field.order ?? place }))
  const sorted = placed.toSorted((a, b) => a.order - b.order || a.place - b.place)
  const groups = new Map<string | undefined, Field[]>()
  for (const { field } of sorted) groups.set(field.group, [...(groups.get(field.group) ?? []), field])
  return [...groups].map(([title, members]) => ({ title, fields: members }))
}

/** All fields in the order of the form. */
export function inFormOrder(fields: readonly Field[]): Field[] {
  return groupFields(fields).flatMap((group) => group.fields)
}

// The kind of a file that a customer chose.

/** Uses the browser's media type; files without one (HEIC in some browsers) go by name. */
export function findFileKind(file: Pick<File, 'type' | 'name'>): 'image' | 'video' | 'audio' | undefined {
  const named = file.type.split('/')[0]
  if (named === 'image' || named === 'video' || named === 'audio') return named
  if (/\.(heic|heif|avif|jpe?g|png|webp|gif)$/i.test(file.name)) return 'image'
  if (/\.(mp4|mov|m4v|webm|mkv|avi|3gp|mpe?g|m?ts|m2ts)$/i.test(file.name)) return 'video'
  if (/\.(mp3|m4a|aac|wav|ogg|opus|flac|amr)$/i.test(file.name)) return 'audio'
  return undefined
}
