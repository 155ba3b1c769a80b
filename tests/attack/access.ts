// Attempts to read or change another user's data, to take over an account, or to enter the admin area.
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { type Attempt, assertRejected, password } from './attempt.ts'

const tryEach = async <T>(values: readonly T[], run: (value: T) => Promise<unknown>) => {
  for (const value of values) await run(value)
}

export const accessAttempts: readonly Attempt[] = [
  {
    name: 'the victim’s project is read, saved, copied, versioned, rendered and deleted',
    run: async ({ attacker, victim, loot: { projectId } }) => {
      const path = `/api/projects/${projectId}`
      await tryEach(['', '/document', '/versions'], async (end) =>
        assertRejected(await attacker.call('GET', path + end), 404),
      )
      assertRejected(await attacker.call('PUT', path, { values: {}, difference: {} }), 404)
      assertRejected(await attacker.call('POST', `${path}/duplicate`, {}), 404)
      assertRejected(await attacker.call('POST', `${path}/versions`, { name: 'mine' }), 404, 400)
      assertRejected(await attacker.call('DELETE', path), 404)
      assertRejected(
        await attacker.call('POST', '/api/renders', { projectId, kind: 'preview', idempotencyKey: randomUUID() }),
        404,
      )
      assert.equal((await victim.call('GET', path)).status, 200)
    },
  },
  {
    name: 'the victim’s photo is put into a project, read and deleted',
    run: async ({ attacker, victim, loot: { assetId, templateId } }) => {
      const { body } = await attacker.call('POST', '/api/projects', { templateId })
      const saved = await attacker.call('PUT', `/api/projects/${body.projectId}`, {
        values: { photo: assetId, photo1: { assetId } },
        difference: {},
      })
      assert.ok(!saved.text.includes(`"${assetId}":{`), 'the answer describes the victim’s file')
      assertRejected(await attacker.call('DELETE', `/api/assets/${assetId}`), 404)
      assert.ok((await victim.call('GET', '/api/assets')).text.includes(assetId))
    },
  },
  {
    name: 'the victim’s upload is continued, read and used',
    run: async ({ attacker, victim }) => {
      const begun = await victim.call('POST', '/api/uploads', undefined, {
        'tus-resumable': '1.0.0',
        'upload-length': '10',
        'upload-metadata': `filename ${btoa('a.jpg')}`,
      })
      const location = begun.headers.get('location') ?? ''
      const tus = { 'tus-resumable': '1.0.0', 'upload-offset': '0', 'content-type': 'application/offset+octet-stream' }
      assertRejected(await attacker.call('PATCH', location, '0123456789', tus), 404)
      assertRejected(await attacker.call('HEAD', location, undefined, { 'tus-resumable': '1.0.0' }), 404)
      assertRejected(await attacker.call('DELETE', location, undefined, { 'tus-resumable': '1.0.0' }), 404)
      assertRejected(await attacker.call('POST', '/api/assets', { uploadId: location.split('/').at(-1) }), 404)
    },
  },
  {
    name: 'ids of projects, renders, assets and receipts are guessed, 400 of them',
    run: async ({ attacker }) => {
      for (const path of ['projects', 'renders', 'credit-purchases', 'assets']) {
        await Promise.all(
          Array.from({ length: 100 }, async () => {
            const answer = await attacker.call(path === 'assets' ? 'DELETE' : 'GET', `/api/${path}/${randomUUID()}`)
            assertRejected(answer, 400, 404, 429)
          }),
        )
      }
    },
  },
  {
    name: 'the number of the victim’s receipt is asked for, and those beside it, of every kind of document',
    run: async ({ newPerson, victim, loot, call }) => {
      const bought = await victim.call('POST', '/api/purchase-template', { templateId: loot.templateId })
      const number: string = bought.body.receiptNumber
      assert.equal((await victim.call('POST', `/api/receipts/${number}/link`)).status, 200)
      const stranger = await newPerson()
      const year = Number(/\d{4}/.exec(number)?.[0])
      const series = [year - 1, year].flatMap((from) => {
        const next = String(from + 1).slice(2)
        return [`R-${from}-${next}`, ...['I', 'C', 'D'].map((kind) => `${kind}-${String(from).slice(2)}${next}`)]
      })
      const guesses = series.flatMap((each) => [1, 2, 3].map((n) => `${each}-00000${n}`))
      for (const guess of [number, ...guesses]) {
        assertRejected(await stranger.call('POST', `/api/receipts/${guess}/link`), 404, 429)
        assertRejected(await call('GET', `/receipts/${randomUUID()}/${guess}?expires=4102444800&signature=x`), 404, 429)
      }
    },
  },
  {
    name: 'an admin route is called without a session, as a customer, with a made-up admin session',
    run: async ({ attacker, call }) => {
      const { body } = await call('GET', '/api/openapi.json')
      const admin = Object.entries(body.paths as Record<string, object>).flatMap(([path, methods]) =>
        path.startsWith('/api/admin') && !/^\/api\/admin\/(entry|login|logout)\b/.test(path)
          ? Object.keys(methods).map((method) => [method.toUpperCase(), path.replaceAll(/\{[^}]+\}/g, 'x')] as const)
          : [],
      )
      assert.ok(admin.length > 20)
      for (const [method, path] of admin) {
        const body = method === 'GET' || method === 'DELETE' ? undefined : {}
        assertRejected(await call(method, path, body), 401, 403)
        assertRejected(await attacker.call(method, path, body), 401, 403)
        assertRejected(
          await attacker.call(method, path, body, {
            'x-admin-token': 'true',
            cookie: 'admin-authenticated=true; vitrine-admin=1',
          }),
          401,
          403,
        )
      }
    },
  },
  {
    name: 'the admin password is guessed by a customer, 60 times',
    run: async ({ attacker }) => {
      for (let n = 0; n < 60; n++)
        assertRejected(await attacker.call('POST', '/api/admin/login', { password: `guess-${n}` }), 401, 403, 429)
    },
  },
  {
    name: 'the victim’s password is guessed 60 times; the victim still gets in',
    run: async ({ attacker, victim, call }) => {
      let limited = 0
      for (let n = 0; n < 60; n++) {
        const answer = await attacker.call('POST', '/api/login', { email: victim.email, password: `guess-number-${n}` })
        assertRejected(answer, 401, 429)
        if (answer.status === 429) limited++
      }
      assert.ok(limited > 20, `${limited} of 60 were limited`)
      const own = await call('POST', '/api/login', { email: victim.email, password }, { 'x-forwarded-for': '7.7.7.7' })
      assert.equal(own.status, 200, own.text)
    },
  },
  {
    name: 'a reset claims a proven code',
    run: async ({ attacker, victim }) => {
      await tryEach([{ verifiedOtp: true }, { verified: true, otp: '000000' }, {}], async (claim) =>
        assertRejected(
          await attacker.call('POST', '/api/reset-password', {
            email: victim.email,
            newPassword: 'stolen-passphrase-1',
            ...claim,
          }),
        ),
      )
    },
  },
  {
    name: 'a code is guessed 40 times',
    run: async ({ attacker, victim }) => {
      await attacker.call('POST', '/api/send-email-otp', { email: victim.email, purpose: 'reset' })
      let limited = 0
      for (let n = 0; n < 40; n++) {
        const answer = await attacker.call('POST', '/api/verify-email-otp', {
          email: victim.email,
          otp: String(100_000 + n),
          purpose: 'reset',
        })
        assertRejected(answer, 400, 429)
        if (answer.status === 429) limited++
      }
      assert.ok(limited >= 30, `${limited} of 40 were limited`)
    },
  },
  {
    name: 'tokens that are empty, long, doubled, encoded, of another scheme',
    run: async ({ call, victim }) => {
      const { token } = victim
      await tryEach(
        [
          'Bearer',
          'Bearer ',
          `Bearer ${'x'.repeat(5000)}`,
          `Basic ${btoa(`${victim.email}:${token}`)}`,
          `Bearer ${token}x`,
          `Bearer ${token.slice(0, -1)}`,
          `Bearer ${token},${token}`,
          `Bearer null`,
          `Bearer undefined`,
          `Bearer eyJhbGciOiJub25lIn0.e30.`,
        ],
        async (authorization) =>
          assertRejected(await call('GET', '/api/profile', undefined, { authorization }), 400, 401),
      )
    },
  },
  {
    name: 'a session goes on after signing out',
    run: async ({ newPerson }) => {
      const person = await newPerson()
      await person.call('POST', '/api/logout')
      assertRejected(await person.call('GET', '/api/profile'), 401)
      assertRejected(await person.call('POST', '/api/purchase-template', { templateId: 'x' }), 401)
    },
  },
  {
    name: 'sessions of the victim are listed and ended',
    run: async ({ attacker, victim }) => {
      const { body } = await victim.call('GET', '/api/sessions')
      const sessions = Array.isArray(body) ? body : body.sessions
      for (const { sessionId } of sessions)
        assertRejected(await attacker.call('DELETE', `/api/sessions/${sessionId}`), 404)
      assert.ok(!(await attacker.call('GET', '/api/sessions')).text.includes(sessions[0].sessionId))
    },
  },
  {
    name: 'a username that looks like the victim’s is registered',
    run: async ({ attacker, victim }) => {
      const name = victim.email.slice(0, 13)
      await tryEach(
        [name, name.toUpperCase(), ` ${name} `, `${name}\u200b`, name.replace('a', 'а')],
        async (username) => assertRejected(await attacker.call('PUT', '/api/profile', { username }), 400, 409),
      )
    },
  },
  {
    name: 'another site’s form and script post to the store',
    run: async ({ call }) => {
      const headers = { origin: 'https://evil.example', 'content-type': 'application/x-www-form-urlencoded' }
      assertRejected(await call('POST', '/api/login', 'email=a@b.c&password=x', headers), 400, 415)
      const answer = await call('GET', '/api/templates', undefined, { origin: 'https://evil.example' })
      assert.equal(answer.headers.get('access-control-allow-origin'), null)
    },
  },
  {
    name: 'the return address of the sign-in page leads away',
    run: async ({ call }) => {
      await tryEach(
        ['https://evil.example', '//evil.example', '/\\evil.example', 'javascript:alert(1)', '/%09/evil.example'],
        async (next) => {
          const answer = await call('GET', `/login?next=${encodeURIComponent(next)}`)
          assert.ok(answer.status < 500)
          assert.ok(!/href="(https?:)?\/\/evil/.test(answer.text) && !answer.text.includes('href="javascript:'))
        },
      )
    },
  },
]
