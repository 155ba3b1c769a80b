import { connect } from '@vitrine/database/connection'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { useApp } from '../testing/app.ts'
import { insertMember } from '../testing/member.ts'

const tus = { 'tus-resumable': '1.0.0' }

describe('without its database', () => {
  const store = useApp(() => ({ db: connect('postgres://nobody@127.0.0.1:1/nothing') }))

  it('the server answers 503 and asks to try again', async () => {
    for (const path of ['/api/templates', '/api/template/anything']) {
      expect(await store.call('GET', path), path).toMatchObject({
        status: 503,
        body: { code: 'store-unavailable' },
        headers: { 'retry-after': '5' },
      })
    }
    const answer = await store.call('POST', '/api/login', {
      body: { email: 'asha@example.test', password: 'anything' },
    })
    expect(answer).toMatchObject({ status: 503, body: { code: 'store-unavailable' } })
    expect(answer.text).not.toContain('127.0.0.1')
    expect(await store.call('GET', '/api/health')).toMatchObject({ status: 503, body: { database: 'failing' } })
  })
})

describe('on a full disk', () => {
  let isFull = false
  const store = useApp(({ storage }) => ({
    storage: {
      ...storage,
      async put(...file) {
        if (isFull) throw Object.assign(new Error('no space left'), { code: 'ENOSPC', syscall: 'write' })
        return storage.put(...file)
      },
    },
  }))

  it('an upload waits until there is room', { tags: ['full'] }, async () => {
    const { token } = await insertMember(store)
    const photo = await sharp({ create: { width: 20, height: 20, channels: 3, background: '#b4143c' } })
      .jpeg()
      .toBuffer()
    const begun = await store.call('POST', '/api/uploads', {
      token,
      headers: { ...tus, 'upload-length': String(photo.length) },
    })
    const { location = '' } = begun.headers
    await store.call('PATCH', location, {
      token,
      body: photo,
      headers: { ...tus, 'upload-offset': '0', 'content-type': 'application/offset+octet-stream' },
    })
    const body = { uploadId: location.slice(-32) }
    isFull = true
    expect(await store.call('POST', '/api/assets', { token, body })).toMatchObject({
      status: 503,
      body: { code: 'storage-unavailable' },
    })
    isFull = false
    expect(await store.call('POST', '/api/assets', { token, body })).toMatchObject({ status: 201 })
  })
})
