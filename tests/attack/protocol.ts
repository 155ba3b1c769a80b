// Attempts at the level of HTTP and JSON: bodies that cost more than they should, broken messages, parameters.
import assert from 'node:assert/strict'
import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Attempt, assertRejected, type Target } from './attempt.ts'

const head = (line: string, ...more: string[]) =>
  [line, 'host: localhost', 'connection: close', ...more, '', ''].join('\r\n')

const login = (body: string) => ({
  method: 'POST',
  path: '/api/login',
  body,
  headers: { 'content-type': 'application/json' },
})

async function postRaw({ call }: Target, body: string) {
  const { method, path, headers } = login(body)
  return call(method, path, body, headers)
}

/** JSON bodies by what is wrong with them. */
const bodies: Readonly<Record<string, string>> = {
  'JSON nested 100,000 deep': '['.repeat(100_000),
  'JSON of 60,000 keys': `{${Array.from({ length: 6000 }, (_, n) => `"k${n}":${n}`).join()}}`,
  'a key named __proto__':
    '{"__proto__":{"role":"owner"},"constructor":{"prototype":{"role":"owner"}},"email":"a@b.co","password":"x"}',
  'a number with 50,000 digits': `{"email":${'9'.repeat(50_000)}}`,
  'lone surrogates and zero bytes': '{"email":"a\\ud800@b.co","password":"\\u0000"}',
  'the same key twice': '{"email":"a@b.co","email":"c@d.co","password":"x","password":["x"]}',
  'arrays where texts belong': '{"email":["a@b.co"],"password":{"$ne":null}}',
  'text that is SQL': `{"email":"' or 1=1 --@b.co","password":"'; drop table users; --"}`,
  'broken JSON': '{"email":',
  'an address that makes slow patterns slow': `{"email":"${'a.'.repeat(15_000)}@b","password":"x"}`,
}

export const protocolAttempts: readonly Attempt[] = [
  ...Object.entries(bodies).map(
    ([name, body]): Attempt => ({
      name: `a sign-in with ${name}`,
      run: async (target) => assertRejected(await postRaw(target, body), 400, 401, 413, 429),
    }),
  ),
  {
    name: 'a project of 1 MB, thirty times at once',
    run: async ({ newPerson, loot }) => {
      const person = await newPerson()
      const { body } = await person.call('POST', '/api/projects', { templateId: loot.templateId })
      const big = { values: { title: 'x'.repeat(900_000) }, difference: {} }
      const answers = await Promise.all(
        Array.from({ length: 30 }, () => person.call('PUT', `/api/projects/${body.projectId}`, big)),
      )
      for (const { status } of answers) assert.ok(status < 500 || status === 503, String(status))
    },
  },
  {
    name: 'a project whose difference multiplies its work',
    run: async ({ newPerson, loot }) => {
      const person = await newPerson()
      const { body } = await person.call('POST', '/api/projects', { templateId: loot.templateId })
      const ids = Array.from({ length: 20 }, (_, i) => `l${i}`)
      const order = Object.fromEntries(Array.from({ length: 2000 }, (_, n) => [`l${n}`, ids]))
      const save = { values: {}, difference: { order } }
      assertRejected(await person.call('PUT', `/api/projects/${body.projectId}`, save), 400, 413, 422)
    },
  },
  {
    name: 'messages with two lengths, a length and chunks, folded and bare lines',
    run: async ({ raw }) => {
      for (const bytes of [
        `${head('POST /api/login HTTP/1.1', 'content-length: 2', 'content-length: 3')}{}`,
        `${head('POST /api/login HTTP/1.1', 'content-length: 2', 'transfer-encoding: chunked')}0\r\n\r\n`,
        `${head('POST /api/login HTTP/1.1', 'transfer-encoding: xchunked')}0\r\n\r\n`,
        head('GET / HTTP/1.1', 'x: a', ' folded'),
        'GET / HTTP/1.1\nhost: localhost\n\n',
        head('GET / HTTP/1.1', 'bad header'),
        head('GET / HTTP/9.9'),
        'hello\r\n\r\n',
        '\u0000\u0000\u0000',
        head('GET  /  HTTP/1.1'),
      ]) {
        const answer = await raw(bytes)
        assert.ok(!/^HTTP\/1\.1 5/.test(answer), answer.slice(0, 200))
      }
    },
  },
  {
    name: 'methods that nobody uses',
    run: async ({ raw }) => {
      for (const method of ['TRACE', 'CONNECT', 'PROPFIND', 'LOCK', 'PURGE', 'OPTIONS', 'QUERY']) {
        const answer = await raw(head(`${method} /api/templates HTTP/1.1`))
        assert.ok(!/^HTTP\/1\.1 5/.test(answer), `${method}: ${answer.slice(0, 100)}`)
      }
    },
  },
  {
    name: 'heads of 100 KB, 2,000 headers, addresses of 30 KB',
    run: async ({ raw }) => {
      for (const bytes of [
        head('GET / HTTP/1.1', `x: ${'a'.repeat(100_000)}`),
        head('GET / HTTP/1.1', ...Array.from({ length: 2000 }, (_, n) => `x${n}: 1`)),
        head(`GET /${'a'.repeat(30_000)} HTTP/1.1`),
      ]) {
        assert.ok(!/^HTTP\/1\.1 5/.test(await raw(bytes)))
      }
    },
  },
  {
    name: 'headers that some frameworks take for the address',
    run: async ({ call }) => {
      for (const headers of [
        { 'x-original-url': '/evil.example' },
        { 'x-rewrite-url': '/evil.example' },
        { 'x-host': 'evil.example' },
        { forwarded: 'host=evil.example' },
      ]) {
        const { text } = await call('GET', '/', undefined, headers)
        assert.ok(!text.includes('evil.example'))
      }
    },
  },
  {
    name: 'line breaks in parameters that become headers',
    run: async ({ call }) => {
      for (const path of [
        '/login?next=%0d%0aset-cookie:%20x=1',
        '/%0d%0ax:1',
        '/api/templates?x=%0d%0ay',
        '/files/x?name=%0d%0ax-evil:%201',
      ]) {
        const answer = await call('GET', path)
        assert.equal(answer.headers.get('x-evil'), null)
        assert.ok(answer.status < 500)
      }
    },
  },
  {
    name: 'parameters of lists: pages before the first, limits of a million, orders that do not exist, wrong cursors',
    run: async ({ call, attacker }) => {
      for (const query of [
        'limit=1000000',
        'limit=-1',
        'limit=abc',
        'sort=drop',
        'cursor=AAAA',
        `cursor=${'x'.repeat(5000)}`,
        'page=-1',
        'search=%25%25%25',
        `search=${'a'.repeat(3000)}`,
        'search[]=a&search[]=b',
        'category=%00',
      ]) {
        assert.ok((await call('GET', `/api/catalogue/video?${query}`)).status < 500, query)
        assert.ok((await attacker.call('GET', `/api/user-generated-videos?${query}`)).status < 500, query)
      }
    },
  },
  {
    name: 'search words made to be slow',
    run: async ({ call }) => {
      for (const words of [
        '%'.repeat(100),
        '_'.repeat(100),
        '(a+)+$',
        `${'a '.repeat(100)}`,
        '\\'.repeat(99),
        'ｗｅｄｄｉｎｇ',
        '💍'.repeat(50),
      ]) {
        const began = performance.now()
        const answer = await call('GET', `/api/catalogue/video?search=${encodeURIComponent(words)}`)
        assert.ok(answer.status < 500)
        assert.ok(performance.now() - began < 5000)
      }
    },
  },
  {
    name: 'script in texts that pages show: names, searches, project names',
    run: async ({ newPerson, call, loot }) => {
      const person = await newPerson()
      const script = '"><script>alert(1)</script>'
      const renamed = await person.call('PUT', '/api/profile', { actualName: script })
      if (renamed.status >= 300) assertRejected(renamed, 400)
      await person.call('POST', '/api/projects', { templateId: loot.templateId, name: script })
      for (const path of [
        `/?search=${encodeURIComponent(script)}`,
        `/search/${encodeURIComponent(script)}`,
        `/${encodeURIComponent(script)}`,
      ]) {
        const { text, status } = await call('GET', path)
        assert.ok(status < 500)
        assert.ok(!text.includes('<script>alert(1)'), `${path} holds the script`)
      }
    },
  },
  {
    name: '300 connections that say nothing, and 100 that say a byte a second',
    run: async ({ address, call }) => {
      const { hostname, port } = new URL(address)
      const sockets = Array.from({ length: 400 }, () => connect(Number(port), hostname).on('error', () => {}))
      for (const socket of sockets.slice(300))
        socket.write(
          'POST /api/login HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ncontent-length: 500\r\n\r\n',
        )
      for (let second = 0; second < 4; second++) {
        for (const socket of sockets.slice(300)) socket.write(' ')
        await sleep(1000)
        const began = performance.now()
        assert.equal((await call('GET', '/api/templates')).status, 200)
        assert.ok(performance.now() - began < 2000)
      }
      for (const socket of sockets) socket.destroy()
    },
  },
  {
    name: '200 event streams of one customer',
    run: async ({ newPerson, address }) => {
      const person = await newPerson()
      const stop = new AbortController()
      let open = 0
      let most = 0
      const follow = async () => {
        const headers = { authorization: `Bearer ${person.token}` }
        const response = await fetch(`${address}/api/operations/events`, {
          headers,
          signal: stop.signal,
        })
        if (response.status !== 200) return
        open++
        most = Math.max(most, open)
        await response.text().finally(() => open--)
      }
      const streams = Promise.allSettled(Array.from({ length: 200 }, follow))
      await sleep(3000)
      stop.abort()
      await streams
      assert.ok(most <= 40, `${most} streams were open at a time`)
    },
  },
  {
    name: '500 page requests at once',
    run: async ({ call }) => {
      const answers = await Promise.all(
        Array.from({ length: 500 }, (_, n) => call('GET', n % 2 ? '/' : `/no-such-page-${n}`)),
      )
      for (const { status } of answers) assert.ok([200, 302, 404, 429, 503].includes(status), String(status))
    },
  },
  {
    name: 'visits are counted for pages and people that do not exist, 200 of them',
    run: async ({ attacker }) => {
      for (let n = 0; n < 200; n++) {
        const { status } = await attacker.call('POST', '/api/visits', {
          path: `/${'x'.repeat(n * 20)}`,
          visitorId: `v${n}`,
          templateId: 'no-such',
        })
        assert.ok(status < 500)
      }
    },
  },
  ...['$where', 'null', '9'.repeat(400), '-1', 'NaN', '../admin', '%2e%2e', '{{7*7}}', '$(7*7)', '<!--#exec-->'].map(
    (id): Attempt => ({
      name: `ids that are ${id.slice(0, 20)}`,
      run: async ({ attacker }) => {
        for (const path of ['projects', 'renders', 'credit-purchases', 'video-url/x']) {
          const answer = await attacker.call('GET', `/api/${path}/${encodeURIComponent(id)}`)
          assertRejected(answer, 400, 401, 404)
          assert.ok(!answer.text.includes('49'), answer.text)
        }
      },
    }),
  ),
]
