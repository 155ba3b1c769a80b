// Attempts with files: what they claim to be, what they hold, where they are written and read.
import assert from 'node:assert/strict'
import { gzipSync } from 'node:zlib'
import { takePhoto } from '../purchase-flow/photo.ts'
import { type Attempt, assertRejected, type Person } from './attempt.ts'

async function assertNoAsset(person: Person, bytes: Buffer, name: string, type: string): Promise<void> {
  const uploadId = await person.upload(bytes, name, type)
  assertRejected(await person.call('POST', '/api/assets', { uploadId }), 400, 413, 415, 422, 429)
}

const playlist = (target: string) =>
  Buffer.from(`#EXTM3U\n#EXT-X-TARGETDURATION:10\n#EXTINF:10,\n${target}\n#EXT-X-ENDLIST\n`)

export const fileAttempts: readonly Attempt[] = [
  {
    name: 'playlists, concat lists and edit lists that name a file of the server',
    run: async ({ newPerson }) => {
      const person = await newPerson()
      await assertNoAsset(person, playlist('file:///etc/passwd'), 'video.mp4', 'video/mp4')
      await assertNoAsset(person, playlist('http://127.0.0.1:5432/'), 'video.m3u8', 'video/mp4')
      await assertNoAsset(person, Buffer.from('ffconcat version 1.0\nfile /etc/passwd\n'), 'video.mp4', 'video/mp4')
      await assertNoAsset(
        person,
        Buffer.from('<MPD><Period><BaseURL>file:///etc/passwd</BaseURL></Period></MPD>'),
        'video.mpd',
        'video/mp4',
      )
    },
  },
  {
    name: 'SVG, HTML, PDF and PostScript as pictures',
    run: async ({ newPerson }) => {
      const person = await newPerson()
      for (const text of [
        '<svg xmlns="http://www.w3.org/2000/svg"><image href="file:///etc/passwd"/></svg>',
        '<html><script>alert(1)</script>',
        '%PDF-1.7\n1 0 obj',
        '%!PS\n(/etc/passwd) run',
      ]) {
        await assertNoAsset(person, Buffer.from(text.padEnd(2000)), 'photo.jpg', 'image/jpeg')
      }
    },
  },
  {
    name: 'a page with a script in the comments of a photo: it is served as a picture alone',
    run: async ({ newPerson }) => {
      const person = await newPerson()
      const photo = await takePhoto()
      const comment = Buffer.from('<script>alert(1)</script>')
      const marked = Buffer.concat([
        photo.subarray(0, 2),
        Buffer.from([0xff, 0xfe, 0, comment.length + 2]),
        comment,
        photo.subarray(2),
      ])
      const { body, status } = await person.call('POST', '/api/assets', {
        uploadId: await person.upload(marked, 'x.jpg.html', 'image/jpeg'),
      })
      assert.equal(status, 201)
      const link = Object.values(body as Record<string, unknown>).find(
        (value): value is string => typeof value === 'string' && value.includes('/files/'),
      )
      if (!link) return
      const served = await person.call('GET', link)
      assert.match(served.headers.get('content-type') ?? '', /^image\//)
      assert.equal(served.headers.get('x-content-type-options'), 'nosniff')
      assert.ok(!served.text.includes('<script>'))
    },
  },
  {
    name: 'a picture of 60,000 × 60,000 pixels in a few bytes',
    run: async ({ newPerson }) => {
      const person = await newPerson()
      const header = Buffer.from('89504e470d0a1a0a0000000d494844520000ea600000ea600802000000', 'hex')
      await assertNoAsset(person, Buffer.concat([header, Buffer.alloc(500)]), 'big.png', 'image/png')
      const gif = Buffer.concat([
        Buffer.from('GIF89a'),
        Buffer.from([0xff, 0xff, 0xff, 0xff, 0, 0, 0]),
        Buffer.alloc(100),
      ])
      await assertNoAsset(person, gif, 'big.gif', 'image/gif')
    },
  },
  {
    name: 'every prefix of a photo, 40 of them',
    run: async ({ newPerson }) => {
      const photo = await takePhoto()
      for (let group = 0; group < 4; group++) {
        const person = await newPerson()
        await Promise.all(
          Array.from({ length: 10 }, (_, n) =>
            assertNoAsset(
              person,
              photo.subarray(0, Math.floor(((group * 10 + n + 1) * photo.length) / 45)),
              'cut.jpg',
              'image/jpeg',
            ),
          ),
        )
      }
    },
  },
  {
    name: 'names with paths, controls, right-to-left marks and 5,000 characters',
    run: async ({ newPerson }) => {
      const person = await newPerson()
      const photo = await takePhoto()
      for (const name of [
        '../../../etc/cron.d/x.jpg',
        'a\u0000b.jpg',
        'gpj.\u202eexe.jpg',
        '<img src=x onerror=alert(1)>.jpg',
      ]) {
        const encoded = Buffer.from(name).toString('base64')
        const begun = await person.call('POST', '/api/uploads', undefined, {
          'tus-resumable': '1.0.0',
          'upload-length': String(photo.length),
          'upload-metadata': `filename ${encoded}`,
        })
        assert.ok(begun.status === 201 || begun.status === 400, String(begun.status))
      }
      const long = await person.call('POST', '/api/uploads', undefined, {
        'tus-resumable': '1.0.0',
        'upload-length': '10',
        'upload-metadata': `filename ${Buffer.from('x'.repeat(5000)).toString('base64')}`,
      })
      assert.ok(long.status < 500)
    },
  },
  {
    name: 'uploads of 100 GB, of minus one byte, beyond their length, at wrong offsets',
    run: async ({ newPerson }) => {
      const person = await newPerson()
      const begin = (length: string) =>
        person.call('POST', '/api/uploads', undefined, {
          'tus-resumable': '1.0.0',
          'upload-length': length,
          'upload-metadata': `filename ${btoa('a.mp4')}`,
        })
      for (const length of ['107374182400', '-1', 'NaN', '1e9', ''])
        assertRejected(await begin(length), 400, 413, 415, 412)
      const { headers } = await begin('10')
      const patch = (offset: string, body: string) =>
        person.call('PATCH', headers.get('location') ?? '', body, {
          'tus-resumable': '1.0.0',
          'upload-offset': offset,
          'content-type': 'application/offset+octet-stream',
        })
      assertRejected(await patch('5', '01234'), 409)
      assertRejected(await patch('-1', '01234'), 400, 403, 409)
      assertRejected(await patch('0', 'x'.repeat(500)), 400, 413)
    },
  },
  {
    name: 'thirty uploads are begun at once and left',
    run: async ({ newPerson }) => {
      const person = await newPerson()
      const answers = await Promise.all(
        Array.from({ length: 30 }, () =>
          person.call('POST', '/api/uploads', undefined, {
            'tus-resumable': '1.0.0',
            'upload-length': '5000000',
            'upload-metadata': `filename ${btoa('a.mp4')}`,
          }),
        ),
      )
      assert.ok(answers.filter(({ status }) => status === 201).length <= 20)
    },
  },
  {
    name: 'signed links: another file, another time, another signature',
    run: async ({ victim, call, loot }) => {
      const { text } = await victim.call('GET', '/api/assets')
      const link = /\/files\/[^"\\]+/.exec(text)?.[0]?.replaceAll('&amp;', '&')
      assert.ok(link, `no link in ${text.slice(0, 200)} (${loot.assetId})`)
      assert.equal((await call('GET', link)).status, 200)
      const url = new URL(link, 'http://x')
      const changed = [
        url.pathname,
        `${url.pathname}?expires=9999999999`,
        link.replace(/expires=\d+/, 'expires=9999999999'),
        // The first character: the last one has bits that mean nothing.
        link.replace(/(?<=signature=)./, (first) => (first === 'a' ? 'b' : 'a')),
        link.replace('/files/', '/files/../files/x'),
        link.replace(/\/files\/[^?]+/, '/files/renders/x.mp4'),
      ]
      for (const path of changed) assertRejected(await call('GET', path), 400, 401, 403, 404, 410)
    },
  },
  {
    name: 'paths that climb out of the public folder, 14 spellings',
    run: async ({ raw }) => {
      for (const climb of [
        '../',
        '..%2f',
        '%2e%2e/',
        '%2e%2e%2f',
        '..\\',
        '..%5c',
        '....//',
        '%252e%252e%252f',
        '..%00/',
        '..;/',
        '%c0%ae%c0%ae/',
        './././../',
        '//',
        '..%u2215',
      ]) {
        for (const base of ['/media/', '/files/', '/assets/', '/']) {
          const answer = await raw(
            `GET ${base}${climb.repeat(6)}etc/passwd HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n`,
            5000,
          )
          assert.ok(!answer.includes('root:x:0'), `${base}${climb} read a file`)
          assert.ok(!/^HTTP\/1\.1 5/.test(answer), answer.slice(0, 100))
        }
      }
    },
  },
  {
    name: 'byte ranges that are reversed, endless, many and negative',
    run: async ({ call, templates }) => {
      const { templateLink } = templates[0] as unknown as { templateLink: string }
      for (const range of [
        'bytes=9-1',
        'bytes=0-99999999999999999999',
        `bytes=${'0-1,'.repeat(2000)}0-1`,
        'bytes=-0',
        'bytes=a-b',
        'items=0-1',
      ]) {
        const answer = await call('GET', templateLink, undefined, { range })
        assert.ok([200, 206, 400, 416, 431].includes(answer.status), `${range.slice(0, 30)}: ${answer.status}`)
      }
    },
  },
  {
    name: 'gzip, Brotli and unknown encodings of a body: nothing is unpacked',
    run: async ({ call }) => {
      for (const [encoding, body] of [
        ['gzip', gzipSync(Buffer.alloc(50_000_000, 0x20))],
        ['br', Buffer.alloc(100)],
        ['x-unknown', Buffer.from('{}')],
      ] as const) {
        assertRejected(
          await call('POST', '/api/login', body, { 'content-type': 'application/json', 'content-encoding': encoding }),
          400,
          413,
          415,
        )
      }
    },
  },
]
