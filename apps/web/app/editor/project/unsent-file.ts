// What a project stores about files that only one device has, so that their clips keep their places on other devices,
// and how such a file is recognised when it is chosen there.
import type { Timeline, UnsentFile } from '@vitrine/document/clip'
import { type AssetLibrary, isLocal, type KnownAsset } from './asset-library.ts'
import { listTimelineFiles } from './local-file.ts'
import { missingAsset } from './local-file-store.ts'
import type { ProjectContent } from './project-store.ts'

/** The limit in characters of all thumbnails in a project, which leaves room for the rest of it. */
const pictureRoom = 100_000
const pieceBytes = 64 * 1024
const maxName = 300

/** The timeline with the metadata of files that only this device has. Existing entries stay. */
export function withUnsent(timeline: Timeline, library: Pick<AssetLibrary, 'find'>): Timeline {
  const before = timeline.unsent ?? []
  const recorded = new Set(before.map(({ asset }) => asset))
  const named = new Set([...timeline.clips, ...timeline.sounds].map(({ asset }) => asset))
  let room = roomFor(before)
  const added = [...named].flatMap((asset) => {
    const found = isLocal(asset) && !recorded.has(asset) ? library.find(asset) : undefined
    const file = found && toUnsentFile(found, room)
    room -= file?.picture?.length ?? 0
    return file ?? []
  })
  return added.length > 0 ? { ...timeline, unsent: [...before, ...added] } : timeline
}

/** Content whose timeline also has a file's thumbnail, if it lists the file and there is room. */
export function withPicture(content: ProjectContent, assetId: string, picture: string): ProjectContent {
  const { timeline } = content
  const recorded = timeline?.unsent?.find(({ asset }) => asset === assetId)
  if (!timeline?.unsent || !recorded || recorded.picture !== undefined || picture.length > roomFor(timeline.unsent))
    return content
  const unsent = timeline.unsent.map((file) => (file === recorded ? { ...file, picture } : file))
  return { ...content, timeline: { ...timeline, unsent } }
}

function roomFor(unsent: readonly UnsentFile[]): number {
  return unsent.reduce((room, { picture = '' }) => room - picture.length, pictureRoom)
}

/**
 * Adds files that clips need and this device lacks to the library: the clips stay, with everything that the project
 * lists about them, and the customer can choose the file again.
 */
export function noteAbsentFiles(library: AssetLibrary, content: ProjectContent): void {
  const recorded = new Map((content.timeline?.unsent ?? []).map((file) => [file.asset, file]))
  for (const { assetId, kind } of listTimelineFiles(content)) {
    const facts = recorded.get(assetId)
    const known = library.find(assetId)
    if (!known)
      library.put(facts ? { ...unsentAsset(facts), isElsewhere: true } : missingAsset(assetId, kind, undefined))
    // The file was chosen here once, and the browser no longer has it.
    else if (facts && !known.file && !known.url && known.mark === undefined) library.put(unsentAsset(facts))
  }
}

function toUnsentFile({ assetId, kind, ...known }: KnownAsset, room: number): UnsentFile | undefined {
  if (kind === 'font') return undefined
  const { fileName = 'File', width, height, durationSeconds, mark, picture } = known
  return {
    asset: assetId,
    kind,
    name: fileName.slice(0, maxName).toWellFormed(),
    ...(durationSeconds !== undefined && { seconds: durationSeconds }),
    ...(width && height ? { width, height } : {}),
    ...(mark !== undefined && { mark }),
    ...(picture !== undefined && picture.length <= room && { picture }),
  }
}

/** The library entry of a file that this device lacks, from what the project lists about it. */
function unsentAsset({ asset, kind, name, ...facts }: UnsentFile): KnownAsset {
  return {
    ...missingAsset(asset, kind, name),
    width: facts.width,
    height: facts.height,
    durationSeconds: facts.seconds,
    ...(facts.mark !== undefined && { mark: facts.mark }),
    ...(facts.picture !== undefined && { picture: facts.picture }),
  }
}

/**
 * Equal for equal files, whatever their name and folder: the length, and a hash of the start, middle and end, so that
 * large videos are not read completely. Undefined when it cannot be read.
 */
export async function fileMark(file: Blob): Promise<string | undefined> {
  const starts = [0, Math.floor(file.size / 2), Math.max(0, file.size - pieceBytes)]
  try {
    let [one, other] = [0x811c9dc5, 0x9dc5811c]
    for (const start of starts) {
      const bytes = new Uint8Array(await file.slice(start, start + pieceBytes).arrayBuffer())
      // FNV-1a, twice with different seeds: it must distinguish the files of one customer, not resist an attacker.
      for (const byte of bytes) {
        one = Math.imul(one ^ byte, 0x01000193)
        other = Math.imul(other ^ byte ^ 0x5a, 0x01000193)
      }
    }
    const digits = (value: number) => (value >>> 0).toString(16).padStart(8, '0')
    return `${file.size.toString(16)}-${digits(one)}${digits(other)}`
  } catch {
    return undefined
  }
}

/** Longest edge of the thumbnail in pixels, and the limit of its characters in a project. */
const pictureEdge = 96
const maxPicture = 4000

/** A thumbnail of a file for the project; undefined if it would not be small. */
export async function smallPicture(picture: ImageBitmap): Promise<string | undefined> {
  const scale = Math.min(1, pictureEdge / Math.max(picture.width, picture.height))
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.round(picture.width * scale))
  canvas.height = Math.max(1, Math.round(picture.height * scale))
  canvas.getContext('2d')?.drawImage(picture, 0, 0, canvas.width, canvas.height)
  // Every browser can write JPEG.
  const address = canvas.toDataURL('image/jpeg', 0.5)
  return address.length <= maxPicture ? address : undefined
}

/** The picture of a thumbnail's address; undefined when the address is invalid. */
export async function decodeSmallPicture(address: string): Promise<ImageBitmap | undefined> {
  try {
    const bytes = Uint8Array.from(atob(address.slice(address.indexOf(',') + 1)), (letter) => letter.charCodeAt(0))
    return await createImageBitmap(new Blob([bytes]))
  } catch {
    return undefined
  }
}
