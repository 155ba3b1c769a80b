// The order of the photos of a template: what is in its photo fields, moved from one to another.
import type { Crop, FieldValues, MediaField, MediaValue } from '@vitrine/document/field'
import { type Framing, limitCrop } from '../cropper/crop.ts'
import { withValue } from '../project/project-store.ts'

/** What a photo field holds; undefined values are the template's own pictures. */
export interface Placed {
  value: MediaValue | undefined
  /** Undefined for a file that is not known. */
  kind: 'image' | 'video' | undefined
}

/**
 * What the fields hold after the content of one is moved to another: those between move up. Where a field does not take what would
 * come into it, the two are exchanged instead; undefined where that cannot be, either.
 */
export function moveContent(
  fields: readonly MediaField[],
  contents: readonly Placed[],
  from: number,
  to: number,
): readonly Placed[] | undefined {
  const [moved, replaced] = [contents[from], contents[to]]
  if (!moved || !replaced || from === to) return undefined
  const isTaken = (order: readonly Placed[]) =>
    order.every(({ value, kind }, n) => !value || !kind || fields[n]?.accept.includes(kind))
  const shifted = contents.toSpliced(from, 1).toSpliced(to, 0, moved)
  const exchanged = contents.with(from, replaced).with(to, moved)
  return [shifted, exchanged].find(isTaken)
}

/** Frames whose shapes differ by less than this show the same part of a picture. */
const ALIKE = 1.1

/**
 * A value in the frame of another field. The customer's crop stays where the new frame has the shape of the old one. In another
 * frame the picture is placed anew, with its faces inside; how it is turned and mirrored stays.
 */
export function carryTo(
  { edit }: MediaField,
  value: MediaValue,
  before: Framing | undefined,
  after: Framing | undefined,
): MediaValue {
  const { crop, ...uncropped } = value
  if (!crop || !before || !after) return value
  const ratio = ({ frame }: Framing) => frame.width / frame.height
  const isAlike =
    before.fit === after.fit && Math.max(ratio(before) / ratio(after), ratio(after) / ratio(before)) < ALIKE
  const allows = (tool: 'crop' | 'zoom' | 'rotate') => edit === undefined || edit.includes(tool)
  const { flip } = crop
  const turned: Crop = {
    ...{ x: 0, y: 0, zoom: 1 },
    ...(isAlike && { x: crop.x, y: crop.y, ...((allows('zoom') || allows('crop')) && { zoom: crop.zoom }) }),
    rotate: allows('rotate') ? crop.rotate : 0,
    ...(flip && { flip }),
  }
  return isAlike || turned.rotate !== 0 || flip ? { ...uncropped, crop: limitCrop(after, turned) } : uncropped
}

/** Values of all fields, with those of some replaced. */
export function withContents(
  values: FieldValues,
  fields: readonly MediaField[],
  contents: readonly (MediaValue | undefined)[],
): FieldValues {
  return fields.reduce((all, { id }, n) => withValue(all, id, contents[n]), values)
}
