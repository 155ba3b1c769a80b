// Chosen files in a browser that reads them: an unreadable file is rejected before it replaces a field's content.
import type { TemplateDocument } from '@vitrine/document/document'
import { expect, test } from 'vitest'
import { createProjectStore } from '../project/project-store.ts'
import { createAttaching } from './attach-files.ts'

const document = {
  fields: ['first', 'second'].map((id) => ({ id, type: 'media', label: id, accept: ['image', 'video'] })),
} as unknown as TemplateDocument

async function photo(name: string): Promise<File> {
  const canvas = new OffscreenCanvas(32, 24)
  canvas.getContext('2d')?.fillRect(0, 0, 16, 24)
  return new File([await canvas.convertToBlob({ type: 'image/jpeg' })], name, { type: 'image/jpeg' })
}

function openForm() {
  const store = createProjectStore({ values: {}, difference: {}, timeline: null, aspect: null } as never)
  const sent: string[] = []
  const attaching = createAttaching({
    document,
    store,
    uploads: {
      add(file) {
        sent.push(file.name)
        return `u_local-${file.name}`
      },
    },
    select: () => undefined,
  })
  return { ...attaching, sent, values: () => store.getContent().values }
}

test('a damaged photo is named and not sent, and the field keeps what it shows', async () => {
  const form = openForm()
  expect(await form.attachFile('first', await photo('good.jpg'))).toBeUndefined()
  const broken = new File(['this is no picture'], 'broken.jpg', { type: 'image/jpeg' })
  expect(await form.attachFile('first', broken)).toMatch(/^This file is damaged/)
  expect(await form.attachFiles([broken, await photo('other.jpg')], ['second'])).toEqual([
    expect.stringMatching(/^broken\.jpg: This file is damaged/),
  ])
  expect(form.values()).toEqual({ first: { asset: 'u_local-good.jpg' }, second: { asset: 'u_local-other.jpg' } })
  expect(form.sent).toEqual(['good.jpg', 'other.jpg'])
})

test('a photo that only the server reads is taken', async () => {
  const form = openForm()
  expect(await form.attachFile('first', new File(['ftypheic'], 'phone.heic', { type: 'image/heic' }))).toBeUndefined()
  expect(form.sent).toEqual(['phone.heic'])
})
