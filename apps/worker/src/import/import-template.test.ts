import { mkdir, mkdtemp, readFile, rm, stat, symlink, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fillClauses } from '@vitrine/contract/sentence'
import { listBundledFonts } from '@vitrine/samples/bundled-font'
import { zipSync } from 'fflate'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { listHostileFiles } from '../../../../packages/media/testing/hostile.ts'
import { writeSmallVideo } from '../../../../packages/media/testing/video.ts'
import { writeClip } from '../../testing/green-clip.ts'
import { readFontNames } from './facts.ts'
import { readImportPackage, toImportPackage } from './import-package.ts'
import { importTemplate } from './import-template.ts'
import { readSettings } from './settings.ts'

let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vitrine-template-test-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const still = (k: unknown) => ({ a: 0, k })
const ks = { o: still(100), r: still(0), p: still([0, 0]), a: still([0, 0]), s: still([100, 100]) }
const animation = {
  v: '5.9.0',
  fr: 30,
  ip: 0,
  op: 30,
  w: 320,
  h: 180,
  assets: [{ id: 'p', w: 64, h: 48, u: 'images/', p: 'one.png', e: 0 }],
  layers: [{ ty: 2, nm: 'Picture', refId: 'p', ip: 0, op: 30, st: 0, ks }],
}
const png = () =>
  sharp({ create: { width: 64, height: 48, channels: 3, background: '#c03050' } })
    .png()
    .toBuffer()

async function read(path: string, onProgress = (_share: number) => {}) {
  const importPackage = await readImportPackage(path)
  const settings = readSettings(importPackage.settings)
  if ('problems' in settings) throw new Error(fillClauses(settings.problems))
  return importTemplate(importPackage, settings.settings, { bundled: listBundledFonts(), folder, onProgress })
}

describe('an import package', () => {
  test('may be the first document of the guide, unchanged', async () => {
    const guide = await readFile(join(import.meta.dirname, '../../../../docs/templates.md'), 'utf8')
    const path = join(folder, 'lamp')
    await mkdir(path)
    await writeFile(join(path, 'lamp.json'), /```json\n(.*?)```/s.exec(guide)?.[1] ?? '')
    const { result, contents } = await read(path)
    expect(result.report).toEqual([])
    expect(result.document).toMatchObject({ id: 'lamp-greeting', name: 'Lamp greeting' })
    for (const { src } of result.document?.fonts ?? []) expect(contents.has(src)).toBe(true)
  })

  test('may be a folder with the animation, its images and its texts', async () => {
    const path = join(folder, 'festive-frame')
    await mkdir(join(path, 'images'), { recursive: true })
    await writeFile(join(path, 'data.json'), JSON.stringify(animation))
    await writeFile(join(path, 'images/one.png'), await png())
    await writeFile(
      join(path, 'template.json'),
      JSON.stringify({ name: 'Festive Frame', templatePrice: ' 120 ', sections: 'Diwali, Family' }),
    )
    const { result, contents } = await read(path)
    expect(result.document).toMatchObject({ id: 'festive-frame', name: 'Festive Frame' })
    const [asset] = Object.keys(result.document?.assets ?? {})
    expect(contents.get(asset as 'sha256:')?.facts).toMatchObject({ kind: 'image', width: 64, height: 48 })
    const settings = readSettings((await readImportPackage(path)).settings)
    expect(settings).toMatchObject({ settings: { priceCredits: 120, sections: ['Diwali', 'Family'] } })
  })

  test('with settings that cannot be used says of each property what to write', () => {
    const wrong = { kind: 'poster', name: '', posterFrame: 1.5, background: 'red', plates: { Screen: 7 } }
    expect(readSettings(wrong)).toEqual({
      problems: [
        { place: 'kind', text: 'Write one of these: {choices}', values: { choices: expect.stringContaining(', ') } },
        { place: 'name', text: 'Fill this in', values: {} },
        { place: 'background', text: 'This is not written as it should be', values: {} },
        { place: 'posterFrame', text: 'Enter a whole number', values: {} },
        { place: 'plates.Screen', text: 'This is not written as it should be', values: {} },
      ],
    })
  })

  test('may not ask for an id that is the address of a page of the store', () => {
    expect(readSettings({ id: 'new-templates' })).toEqual({
      problems: [
        { place: 'id', text: 'This id is the address of a page of the store. Choose another one.', values: {} },
      ],
    })
    expect(readSettings({ id: 'new-templates-of-may' })).toMatchObject({ settings: { id: 'new-templates-of-may' } })
  })

  test.each([
    ['1', { animations: [{ id: 'main' }] }, 'animations/main.json', 'images/one.png'],
    ['2', { version: '2', animations: [{ id: 'main' }] }, 'a/main.json', 'i/one.png'],
  ])('may be a dotLottie archive of version %s', async (version, manifest, json, image) => {
    const path = join(folder, `archive-${version}.lottie`)
    const text = (value: unknown) => new TextEncoder().encode(JSON.stringify(value))
    await writeFile(
      path,
      zipSync({ 'manifest.json': text(manifest), [json]: text(animation), [image]: new Uint8Array(await png()) }),
    )
    const { result } = await read(path)
    expect(result.report.filter(({ severity }) => severity === 'error')).toEqual([])
    expect(result.document?.layers).toMatchObject([{ type: 'image' }])
  })

  test('may be a folder with a .lottie file, whose settings lie beside it', async () => {
    const path = join(folder, 'with-lottie')
    await mkdir(path)
    const text = (value: unknown) => new TextEncoder().encode(JSON.stringify(value))
    const archive = zipSync({
      'manifest.json': text({ animations: [{ id: 'main' }] }),
      'animations/main.json': text(animation),
      'images/one.png': new Uint8Array(await png()),
    })
    await writeFile(join(path, 'card.lottie'), archive)
    await writeFile(join(path, 'template.json'), JSON.stringify({ name: 'Card' }))
    const { result } = await read(path)
    expect(result.report.filter(({ severity }) => severity === 'error')).toEqual([])
    expect(result.document).toMatchObject({ name: 'Card', layers: [{ type: 'image' }] })
    const chosen = new Map([['with-lottie/card.lottie', archive]])
    expect(toImportPackage('with-lottie', chosen).json).toMatchObject({ layers: animation.layers })
  })

  test('reports the progress of all its alpha videos together', async () => {
    const path = join(folder, 'two-plates')
    await mkdir(join(path, 'images'), { recursive: true })
    const named = (name: string) => ({ ...animation.layers[0], nm: name })
    await writeFile(join(path, 'data.json'), JSON.stringify({ ...animation, layers: [named('One'), named('Two')] }))
    await writeFile(join(path, 'images/one.png'), await png())
    for (const [name, green] of [
      ['a.mp4', 200],
      ['b.mp4', 190],
    ] as const) {
      const picture = Buffer.from(Array.from({ length: 64 * 48 }, () => [20, green, 30, 255]).flat())
      await writeClip(join(path, name), 4, () => picture, [64, 48])
    }
    await writeFile(join(path, 'template.json'), JSON.stringify({ plates: { One: 'a.mp4', Two: 'b.mp4' } }))
    const shares: number[] = []
    const { result } = await read(path, (share) => shares.push(share))
    expect(result.document?.layers).toMatchObject([{ type: 'plate' }, { type: 'plate' }])
    const expected = [0.125, 0.25, 0.375, 0.5, 0.5, 0.625, 0.75, 0.875, 1, 1]
    expect(shares).toEqual(expected.map((share) => expect.closeTo(share, 3)))
  })

  test('is not read through links out of its folder', async () => {
    const path = join(folder, 'linked')
    await mkdir(path)
    await writeFile(join(folder, 'secret.png'), await png())
    await symlink(join(folder, 'secret.png'), join(path, 'one.png'))
    await writeFile(join(path, 'data.json'), JSON.stringify(animation))
    const { result } = await read(path)
    expect(result.report).toContainEqual(expect.objectContaining({ severity: 'error', code: 'file-missing' }))
  })

  test('is rejected with a code when it is empty, or not JSON', async () => {
    await expect(readImportPackage(join(folder, 'nowhere'))).rejects.toMatchObject({ code: 'file-missing' })
    const path = join(folder, 'broken.json')
    await writeFile(path, '{"layers": [')
    await expect(readImportPackage(path)).rejects.toMatchObject({ code: 'not-json' })
  })
})

describe('a hostile import package', () => {
  test('cannot make the import read files outside of it', async () => {
    const canary = join(folder, 'canary.mp4')
    await writeSmallVideo(canary, 2)
    const path = join(folder, 'hostile')
    await mkdir(path)
    const hostile = listHostileFiles(canary)
    const assets = Object.keys(hostile).map((name) => ({ id: name, w: 64, h: 48, u: '', p: `${name}.mp4`, e: 0 }))
    const layers = assets.map(({ id }) => ({ ty: 2, nm: id, refId: id, ip: 0, op: 30, st: 0, ks }))
    await writeFile(join(path, 'data.json'), JSON.stringify({ ...animation, assets, layers }))
    for (const [name, content] of Object.entries(hostile)) await writeFile(join(path, `${name}.mp4`), content)
    const longAgo = new Date('2020-01-01T00:00:00Z')
    await utimes(canary, longAgo, new Date())
    const { contents } = await read(path)
    expect((await stat(canary)).atimeMs).toBe(longAgo.getTime())
    const taken = [...contents.values()].filter(({ facts }) => facts.kind === 'video' || facts.kind === 'image')
    expect(taken).toEqual([])
  })

  test('cannot pre-render a file outside of it', async () => {
    const canary = join(folder, 'canary-of-plates.mp4')
    await writeSmallVideo(canary, 2)
    const path = join(folder, 'hostile-plate')
    await mkdir(path)
    await writeFile(join(path, 'data.json'), JSON.stringify(animation))
    await writeFile(join(path, 'template.json'), JSON.stringify({ plates: { Picture: 'screen.mp4' } }))
    const longAgo = new Date('2020-01-01T00:00:00Z')
    for (const [name, content] of Object.entries(listHostileFiles(canary))) {
      await writeFile(join(path, 'screen.mp4'), content)
      await utimes(canary, longAgo, new Date())
      await expect(read(path), name).rejects.toThrow()
      expect((await stat(canary)).atimeMs, name).toBe(longAgo.getTime())
    }
  })
})

test('reads family, weight and slope from a font file', async () => {
  const { readFile } = await import('node:fs/promises')
  const fonts = listBundledFonts()
  const named = await Promise.all(fonts.map(async ({ path }) => readFontNames(await readFile(path))))
  expect(
    named.map(
      (names, n) =>
        names?.family.startsWith(fonts[n]?.face.family.split(' ')[0] ?? '') &&
        names.style === (fonts[n]?.face.style ?? 'normal'),
    ),
  ).toEqual(fonts.map(() => true))
  expect(readFontNames(new Uint8Array(64))).toBeUndefined()
  expect(readFontNames(new Uint8Array(3))).toBeUndefined()
})
