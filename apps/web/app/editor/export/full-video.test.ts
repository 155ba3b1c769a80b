import type { TemplateDocument as DocumentAnswer } from '@vitrine/contract/catalogue'
import type { TemplateDocument } from '@vitrine/document/document'
import type { AssetId } from '@vitrine/document/field'
import { expect, it, vi } from 'vitest'
import { findFullVideos } from './full-video.ts'

const plate: AssetId = 'sha256:plate'
const photo: AssetId = 'sha256:photo'
const own: AssetId = 'u_1'
const document: Pick<TemplateDocument, 'assets'> = {
  assets: {
    [plate]: { kind: 'plate', w: 1920, h: 1080, seconds: 5 },
    'sha256:video': { kind: 'video', w: 1920, h: 1080, seconds: 5 },
    [photo]: { kind: 'image', w: 100, h: 100 },
  },
}

function createAnsweringStore(assets: DocumentAnswer['assets']) {
  const answer = { templateId: 'party', documentHash: 'h', comp: { width: 1920, height: 1080 }, document: {}, assets }
  return { getDocument: vi.fn(async () => answer) }
}

const video = { mime: 'video/mp4', kind: 'video' } as const
const copies: DocumentAnswer['assets'] = {
  'sha256:plate': { ...video, url: '/media/plate-copy.mp4' },
  'sha256:video': { ...video, url: '/media/video-copy.mp4' },
}

it('requests the original’s address at each export, so that a purchase takes effect at once', async () => {
  const needs = { projectId: 'p', document, needed: [plate, photo, own] }
  const before = createAnsweringStore(copies)
  await expect(findFullVideos(before, needs)).rejects.toThrow('sha256:plate')
  const paid = Object.entries(copies).map(([id, file]) => [id, { ...file, fullUrl: `/files/${id}?signature=s` }])
  const after = createAnsweringStore(Object.fromEntries(paid))
  expect(await findFullVideos(after, needs)).toEqual({ 'sha256:plate': '/files/sha256:plate?signature=s' })
  await findFullVideos(after, needs)
  expect(after.getDocument).toHaveBeenCalledTimes(2)
})

it('sends no request for a template without videos', async () => {
  const store = createAnsweringStore({})
  expect(await findFullVideos(store, { projectId: 'p', document, needed: [photo, own] })).toEqual({})
  expect(store.getDocument).not.toHaveBeenCalled()
})
