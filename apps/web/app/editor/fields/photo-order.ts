// The order of a template's photos: moves the contents of photo fields from one to another.
import type { Crop, FieldValues, MediaField, MediaValue } from '@vitrine/document/field'
import { type Framing, limitCrop } from '../cropper/crop.ts'
import { withValue } from '../project/project-store.ts'

/** The content of a photo field; undefined values are the template's own pictures. */
export interface Placed {
  value: MediaValue | undefined
  /** Undefined for an unknown file. */
  kind: 'image' | 'video' | undefined
}

/**
 * The contents after one is moved to another field; those in between shift by one. If a field does not accept its new
 * content, the two fields swap instead; undefined when that is impossible too.
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

/** Frames with a smaller ratio of their shapes than this show the same part of a picture. */
const ALIKE = 1.1

/**
 * Moves a value to the frame of another field. The customer's crop stays if the frames have the same shape. Otherwise
 * the picture is placed anew around its faces; its rotation and mirroring stay.
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

/** All values, with some of them replaced. */
export function withContents(
  values: FieldValues,
  fields: readonly MediaField[],
  contents: readonly (MediaValue | undefined)[],
): FieldValues {
  return fields.reduce((all, { id }, n) => withValue(all, id, contents[n]), values)
}
