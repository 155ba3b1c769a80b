import { describe, expect, it } from 'vitest'
import { restingCrop } from '../cropper/crop.ts'
import { groupPhotoWarnings, type SizedPhoto } from './export-check.ts'

const photo = (name: string, width: number): SizedPhoto => ({
  about: { layerId: `layer of ${name}` },
  name,
  kind: 'video',
  framing: { source: { width, height: width / 2 }, frame: { width: 1000, height: 500 }, fit: 'cover' },
  crop: restingCrop,
})

describe('warnings about clips and photos', () => {
  it('are one line per cause, with the first names', () => {
    const clips = ['a', 'b', 'c', 'd', 'e'].map((name) => photo(`${name}.mp4`, 650))
    const warnings = groupPhotoWarnings([...clips, photo('tiny.jpg', 100), photo('sharp.mp4', 2000)])
    expect(warnings.map(({ label, text }) => `${label}: ${text}`)).toEqual([
      // What looks worst comes first.
      expect.stringMatching(/^tiny.jpg: This video is too small \(100 × 50\)/),
      '5 files: These have a lower resolution than needed and may look soft: a.mp4, b.mp4, c.mp4 and 2 more.',
    ])
  })

  it('name a file once that is used in several places', () => {
    const warnings = groupPhotoWarnings([photo('a.mp4', 650), photo('a.mp4', 650)])
    expect(warnings).toMatchObject([{ label: 'a.mp4', about: { layerId: 'layer of a.mp4' } }])
  })
})
