// Finds the groups of frames that a customer's video can reuse, already encoded, from the reference render.
import assert from 'node:assert/strict'
import type { ResolvedDocument, TemplateDocument } from '@vitrine/document/document'
import type { FieldValues } from '@vitrine/document/field'
import type { Layer } from '@vitrine/document/layer'
import { isSameJson } from '@vitrine/document/same-json'
import { compileTransform } from '@vitrine/document/transform'
import { check } from '@vitrine/media/libav-error'
import { MediaInput } from '@vitrine/media/media-input'
import type { Difference } from '@vitrine/project/difference'
import { everyLayer } from '@vitrine/project/layer-list'
import { resolveDocument } from '@vitrine/project/resolve'
import { AVERROR_EOF, AVMEDIA_TYPE_VIDEO, Packet, type Stream } from 'node-av'
import { countGroupFrames, type VideoFormat } from './video-writer.ts'

/** A group of frames that the customer's changes do not affect. */
interface FrameGroup {
  readonly start: number
  /** The frame after the last. */
  readonly end: number
}

/** The reference render that a video reuses. */
export interface FrameReuse {
  /** The unaffected group that begins at a frame. */
  groupAt(frame: number): FrameGroup | undefined
  /** The encoded frames of a group; the caller frees them. */
  read(group: FrameGroup): Promise<Packet[]>
  hasHeaders(headers: Buffer | null): boolean
  close(): void
}

/** The groups of frames that a video could reuse. The last group may be shorter. */
export function findUntouchedGroups(video: Personalisation, format: Pick<VideoFormat, 'frameRate'>): FrameGroup[] {
  const touched = findTouchedFrames(video)
  const length = countGroupFrames(format)
  const groups = Array.from({ length: Math.ceil(touched.length / length) }, (_, n) => ({
    start: n * length,
    end: Math.min(touched.length, (n + 1) * length),
  }))
  return groups.filter(({ start, end }) => !touched.slice(start, end).includes(true))
}

/** Opens a reference render; undefined when it does not match or no frames can be reused. Call `close` when done. */
export async function openFrameReuse(
  path: string,
  video: Personalisation,
  format: VideoFormat,
): Promise<FrameReuse | undefined> {
  const groups = new Map(findUntouchedGroups(video, format).map((group) => [group.start, group]))
  if (groups.size === 0) return undefined
  const reference = await EncodedVideo.open(path, format).catch((error: unknown) => {
    if (error instanceof UnusableVideo) return undefined
    throw error
  })
  if (!reference) return undefined
  const length = countGroupFrames(format)
  return {
    groupAt: (frame) => groups.get(frame),
    read({ start, end }) {
      assert(start % length === 0)
      return reference.readGroup(start / length, end - start)
    },
    hasHeaders: (headers) => reference.hasHeaders(headers),
    close: () => reference.close(),
  }
}

// Finds the frames of a video that a customer's values and edits affect. All others equal the reference render, so their
// encoded pictures can be reused.

interface Personalisation {
  /** Must be validated. */
  readonly document: TemplateDocument
  readonly values: FieldValues
  readonly difference: Difference
  readonly variant?: string
}

/**
 * For each frame of the composition, whether it may look different from the same frame of the unfilled template. Decided from
 * the documents alone: a layer that resolves differently touches the frames in which either version is visible, and so do
 * layers that follow it or use it as their matte.
 */
export function findTouchedFrames({ document, values, difference, variant }: Personalisation): boolean[] {
  const plain = resolveDocument(document, {}, {}, variant)
  const own = resolveDocument(document, values, difference, variant)
  const touched = new Array<boolean>(own.canvas.duration).fill(false)
  if (!hasSameFrame(plain, own)) return touched.fill(true)
  const touch = (frame: number) => {
    touched[frame] = true
  }
  const all: Span = { shift: 0, touch, from: 0, to: touched.length }
  compareLists(plain.layers, followsOther(plain, own) ? (own.layers.map(markLive) as Layer[]) : own.layers, all)
  return touched
}

/** Whether an input of live expressions, text or control, has changed. */
function followsOther(one: ResolvedDocument, other: ResolvedDocument): boolean {
  if (!one.rig && !other.rig) return false
  const followed = ({ rig, layers }: ResolvedDocument) => ({
    rig,
    words: everyLayer(layers).map((layer) => (layer.type === 'text' ? layer.text : '')),
  })
  return !isSameJson(followed(one), followed(other))
}

/** A copy in which every live property differs from before: the results of its expression are unknown here. */
function markLive(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(markLive)
  if (typeof value !== 'object' || value === null) return value
  if (isLive(value)) return { ...value, x: { ...(value.x as object), differs: true } }
  const marked = Object.fromEntries(Object.entries(value).map(([key, inside]) => [key, markLive(inside)]))
  return 'liveText' in value ? { ...marked, differs: true } : marked
}

function isLive(property: unknown): property is { x: object } {
  return (
    typeof property === 'object' &&
    property !== null &&
    'x' in property &&
    typeof property.x === 'object' &&
    property.x !== null &&
    'live' in property.x
  )
}

/** Compares everything but the layers: a difference touches all frames. */
function hasSameFrame(one: ResolvedDocument, other: ResolvedDocument): boolean {
  const pickSharedParts = ({ canvas, fonts, assets }: ResolvedDocument) => ({ canvas, fonts, assets })
  return isSameJson(pickSharedParts(one), pickSharedParts(other))
}

/** The frames of the composition in which a list of layers is visible, and the offset of the list's time. */
interface Span {
  /** Frame of the composition at which the list's time is 0. */
  readonly shift: number
  /** In frames of the composition. */
  readonly from: number
  readonly to: number
  touch(frame: number): void
}

type LayerPair = readonly [plain: Layer | undefined, own: Layer | undefined]

function compareLists(plain: readonly Layer[], own: readonly Layer[], span: Span): void {
  const pairs = pairUp(plain, own)
  if (!isSameOrder(plain, own)) {
    for (const pair of pairs.values()) touchVisible(pair, span)
    return
  }
  const changed = new Set<string>()
  for (const [id, [before, after]] of pairs) if (!isSameLayer(before, after)) changed.add(id)
  spreadToFollowers(pairs, changed)
  // A matte is not visible itself; the layer that uses it counts as its follower.
  const [cutBefore, cutAfter] = [plain, own].map((list) => new Set(list.map(({ matte }) => matte?.layer)))
  for (const id of changed) {
    const pair = pairs.get(id)
    const isHidden = (!pair?.[0] || cutBefore?.has(id)) && (!pair?.[1] || cutAfter?.has(id))
    if (pair && !isHidden && !compareInside(pair, pairs, changed, span)) touchVisible(pair, span)
  }
}

function pairUp(plain: readonly Layer[], own: readonly Layer[]): Map<string, LayerPair> {
  const pairs = new Map<string, LayerPair>(plain.map((layer) => [layer.id, [layer, undefined]]))
  for (const layer of own) pairs.set(layer.id, [pairs.get(layer.id)?.[0], layer])
  return pairs
}

/** Whether the layers of both lists are stacked in the same order. */
function isSameOrder(plain: readonly Layer[], own: readonly Layer[]): boolean {
  const shared = (list: readonly Layer[], other: readonly Layer[]) => {
    const ids = new Set(other.map(({ id }) => id))
    return list.filter(({ id }) => ids.has(id)).map(({ id }) => id)
  }
  return isSameJson(shared(plain, own), shared(own, plain))
}

function isSameLayer(before: Layer | undefined, after: Layer | undefined): boolean {
  if (before?.type === 'audio' && (!after || after.type === 'audio')) return true
  return before !== undefined && after !== undefined && isSameJson(before, after)
}

/** Layers that follow a changed one, or use it as their matte, change with it. */
function spreadToFollowers(pairs: ReadonlyMap<string, LayerPair>, changed: Set<string>): void {
  for (let size = -1; size !== changed.size; ) {
    size = changed.size
    for (const [id, pair] of pairs) {
      const leaders = pair.flatMap((layer) => [layer?.parent, layer?.matte?.layer])
      if (leaders.some((leader) => leader !== undefined && changed.has(leader))) changed.add(id)
    }
  }
}

/**
 * Compares the children of two versions of a group. Returns false when the groups themselves differ, or when their time is
 * remapped.
 */
function compareInside(
  [before, after]: LayerPair,
  pairs: ReadonlyMap<string, LayerPair>,
  changed: ReadonlySet<string>,
  span: Span,
): boolean {
  if (before?.type !== 'group' || after?.type !== 'group') return false
  const isSameGroup = isSameJson({ ...before, layers: [] }, { ...after, layers: [] })
  if (!isSameGroup || before.tm !== undefined || (before.sr ?? 1) !== 1) return false
  const isLed = [before.parent, before.matte?.layer].some((id) => id !== undefined && changed.has(id))
  // A group used as a matte, or with blending inside, makes its parts depend on each other.
  const isMatte = [...pairs.values()].some((pair) => pair.some((layer) => layer?.matte?.layer === before.id))
  const blends = [...before.layers, ...after.layers].some(({ bm }) => (bm ?? 'normal') !== 'normal')
  if (isLed || isMatte || blends || before.effects?.length) return false
  const shift = span.shift + (before.st ?? 0)
  const from = Math.max(span.from, before.in + span.shift)
  const to = Math.min(span.to, before.out + span.shift)
  compareLists(before.layers, after.layers, { ...span, shift, from, to })
  return true
}

/** Touches the frames in which either version of a layer is visible. */
function touchVisible(pair: LayerPair, span: Span): void {
  for (const layer of pair) {
    if (!layer || layer.visible === false || layer.type === 'audio') continue
    const opacity = isLive(layer.ks?.o) ? () => 1 : compileTransform(layer.ks).opacity
    const first = Math.max(span.from, Math.floor(layer.in + span.shift))
    const last = Math.min(span.to, Math.ceil(layer.out + span.shift))
    for (let frame = first; frame < last; frame++) if (opacity(frame - span.shift) > 0) span.touch(frame)
  }
}

// Reads a video of our own encoder whose packets are copied into another video: a reference render.

/** Nothing can be copied from the file; the video is then rendered without it. */
export class UnusableVideo extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'UnusableVideo'
  }
}

/** The encoded pictures of a video, read from front to back. */
class EncodedVideo {
  readonly #input: MediaInput
  readonly #stream: Stream
  readonly #framesPerTick: number
  readonly #groupFrames: number
  readonly #packet = new Packet()
  /** The first key frame of the next group. */
  #next: Packet | undefined
  #isOver = false

  private constructor(input: MediaInput, stream: Stream, format: Pick<VideoFormat, 'frameRate'>) {
    this.#input = input
    this.#stream = stream
    const [frames, seconds] = format.frameRate
    this.#framesPerTick = (stream.timeBase.num * frames) / (stream.timeBase.den * seconds)
    this.#groupFrames = countGroupFrames(format)
    this.#packet.alloc()
  }

  /** Opens a file. Call `close` when done. Throws `UnusableVideo` when it is not a video of this format. */
  static async open(path: string, format: Pick<VideoFormat, 'width' | 'height' | 'frameRate'>): Promise<EncodedVideo> {
    const input = await MediaInput.open(path).catch((error: unknown) => {
      throw new UnusableVideo('the video cannot be read', { cause: error })
    })
    try {
      const stream = input.bestStream(AVMEDIA_TYPE_VIDEO)
      if (!stream) throw new UnusableVideo('the video has no pictures')
      const { width, height } = stream.codecpar
      if (width !== format.width || height !== format.height) throw new UnusableVideo(`the video is ${width}x${height}`)
      return new EncodedVideo(input, stream, format)
    } catch (error) {
      input.close()
      throw error instanceof UnusableVideo ? error : new UnusableVideo('the video cannot be read', { cause: error })
    }
  }

  /** Whether its pictures can be decoded with another encoder's headers (Annex B): both have the same bytes. */
  hasHeaders(headers: Buffer | null): boolean {
    const own = this.#stream.codecpar.extradata
    if (!own || !headers) return false
    const [one, other] = [parameterSets(own), splitUnits(headers).filter(isParameterSet)]
    return one.length === other.length && one.every((unit, n) => other[n]?.equals(unit))
  }

  /**
   * The packets of a group of frames in decoding order, in Annex B, with times in frames. Request groups in ascending order;
   * the caller frees the packets. Throws `UnusableVideo` when the file does not consist of such groups.
   */
  async readGroup(index: number, frameCount: number): Promise<Packet[]> {
    const first = index * this.#groupFrames
    const packets: Packet[] = []
    try {
      for (;;) {
        const packet = await this.#read()
        const isNext = packet?.isKeyframe && packets.length > 0
        if (!packet || isNext) {
          this.#next = packet
          break
        }
        if (packet.isKeyframe && Number(packet.pts) > first) {
          packet.free()
          throw new UnusableVideo(`the video has no group of frames that begins at ${first}`)
        }
        // Packets of earlier groups are skipped.
        if (packets.length > 0 || Number(packet.pts) === first) packets.push(packet)
        else packet.free()
      }
      requireFrames(packets, first, frameCount)
      return packets
    } catch (error) {
      for (const packet of packets) packet.free()
      throw error
    }
  }

  close(): void {
    this.#next?.free()
    this.#next = undefined
    this.#packet.free()
    this.#input.close()
  }

  async #read(): Promise<Packet | undefined> {
    const buffered = this.#next
    this.#next = undefined
    if (buffered || this.#isOver) return buffered
    for (;;) {
      const code = await this.#input.read(this.#packet)
      if (code === AVERROR_EOF) {
        this.#isOver = true
        return undefined
      }
      check(code, 'reading encoded pictures')
      if (this.#packet.streamIndex === this.#stream.index) break
      this.#packet.unref()
    }
    const { pts, dts, isKeyframe } = this.#packet
    const packet = new Packet()
    packet.alloc()
    packet.data = toAnnexB(this.#packet.data)
    this.#packet.unref()
    const frames = (ticks: bigint) => BigInt(Math.round(Number(ticks) * this.#framesPerTick))
    packet.pts = frames(pts)
    packet.dts = frames(dts)
    packet.duration = 1n
    packet.isKeyframe = isKeyframe
    return packet
  }
}

/** Throws `UnusableVideo` unless the packets are `frameCount` frames from `first` on. */
function requireFrames(packets: readonly Packet[], first: number, frameCount: number): void {
  const times = packets.map(({ pts }) => Number(pts)).sort((a, b) => a - b)
  const isWhole = times.length === frameCount && times.every((time, n) => time === first + n)
  if (!isWhole) throw new UnusableVideo(`the frames from ${first} on are not ${frameCount}`)
}

/** Replaces the four-byte length before each unit, as in MP4, by the encoder's four-byte start code. */
function toAnnexB(packet: Buffer | null): Buffer {
  if (!packet) throw new UnusableVideo('the video has an empty packet')
  const data = Buffer.from(packet)
  for (let at = 0; at < data.length; ) {
    const length = at + 4 <= data.length ? data.readUInt32BE(at) : data.length
    if (at + 4 + length > data.length) throw new UnusableVideo('the video has a damaged packet')
    data.writeUInt32BE(1, at)
    at += 4 + length
  }
  return data
}

/** The sequence and picture parameter sets of an AVCDecoderConfigurationRecord (ISO/IEC 14496-15, 5.3.3.1). */
function parameterSets(record: Buffer): Buffer[] {
  const units: Buffer[] = []
  let at = 5
  for (const mask of [0x1f, 0xff]) {
    const count = (record[at++] ?? 0) & mask
    for (let n = 0; n < count && at + 2 <= record.length; n++) {
      const length = record.readUInt16BE(at)
      units.push(record.subarray(at + 2, at + 2 + length))
      at += 2 + length
    }
  }
  return units
}

/** The units of a byte stream with start codes (ISO/IEC 14496-10, Annex B). */
function splitUnits(stream: Buffer): Buffer[] {
  const starts: number[] = []
  for (let at = stream.indexOf('000001', 0, 'hex'); at >= 0; at = stream.indexOf('000001', at + 3, 'hex'))
    starts.push(at)
  return starts.map((start, n) => {
    let end = starts[n + 1] ?? stream.length
    while (end > start + 3 && stream[end - 1] === 0) end--
    return stream.subarray(start + 3, end)
  })
}

function isParameterSet(unit: Buffer): boolean {
  const type = (unit[0] ?? 0) & 31
  return type === 7 || type === 8
}
