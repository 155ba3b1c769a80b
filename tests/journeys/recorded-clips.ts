// The customer's recordings for journeys, generated in a separate process, because a journey is bundled and encoders are not.
import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

export interface RecordedClips {
  /** 1.2 s, wide, 30 pictures a second, H.264 and AAC. */
  wide: string
  /** 1.2 s, square, 25 pictures a second, VP9 and Opus. */
  square: string
  /** 1 s, 60 pictures a second, recorded upright: its pictures lie on their side and say so. */
  upright: string
  /** 1 s in HEVC, which the browser of the tests does not decode. */
  phone: string
  /** 2 s of a tone of 220 Hz. */
  song: string
  remove(): Promise<void>
}

export async function recordClips(): Promise<RecordedClips> {
  const folder = await mkdtemp(join(tmpdir(), 'vitrine-clips-'))
  await promisify(execFile)(process.execPath, [join(import.meta.dirname, 'record-clips.ts'), folder])
  const path = (name: string) => join(folder, name)
  return {
    wide: path('wide.mp4'),
    square: path('square.webm'),
    upright: path('upright.mov'),
    phone: path('phone.mp4'),
    song: path('song.wav'),
    remove: () => rm(folder, { recursive: true, force: true }),
  }
}
