import { randomUUID } from 'node:crypto'
import { crc32, deflateSync } from 'node:zlib'
import { sql } from 'drizzle-orm'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { useApp } from '../../testing/app.ts'
import { readMails } from '../../testing/email.ts'
import { insertMember, readCode, verifyPhone } from '../../testing/member.ts'
import { readCredential, signInSocially } from '../../testing/social.ts'
import { sendUpload } from '../../testing/upload.ts'

const store = useApp()
const put = (token: string, body: unknown) => store.call('PUT', '/api/profile', { token, body })
const newEmail = () => `p-${randomUUID().slice(0, 12)}@gmail.test`
const newPhone = () => `+1415${String(Math.floor(Math.random() * 1e7)).padStart(7, '0')}`
/** A number whose code was typed in. */
const provenPhone = async () => {
  const phoneNumber = newPhone()
  await verifyPhone(store, phoneNumber)
  return phoneNumber
}
const readCredits = async (token: string) => (await store.call('GET', '/api/user-credits', { token })).body.credits

describe('changing a profile', () => {
  it('changes only what is sent, and nothing for an empty request', async () => {
    const { token, username } = await insertMember(store)
    const before = (await store.call('GET', '/api/profile', { token })).body
    const nothing = await put(token, {})
    expect(nothing.body).toMatchObject({ usernameChanged: false, creditsAwarded: false, user: before })
    expect(nothing.body).not.toHaveProperty('newToken')
    const named = await put(token, { actualName: '  Asha R.  ' })
    expect(named.body).toMatchObject({ message: 'Profile updated successfully!' })
    expect(named.body.user).toEqual({ ...before, actualName: 'Asha R.', username })
  })

  it('takes a phone number in one part or in two, and says what is wrong with it', async () => {
    const { token } = await insertMember(store)
    const phone = async (body: object) => {
      const { body: answer } = await put(token, body)
      return (answer.user as { phoneNumber: string; countryCode: string } | undefined) ?? answer
    }
    expect(await phone({ phoneNumber: '+91 98765-00001' })).toMatchObject({ phoneNumber: '+919876500001' })
    expect(await phone({ phoneNumber: '98765 00002', countryCode: '+44' })).toMatchObject({
      phoneNumber: '+449876500002',
      countryCode: '+44',
    })
    expect(await phone({ countryCode: '+1' })).toMatchObject({ phoneNumber: '+19876500002', countryCode: '+1' })
    for (const wrong of [{ phoneNumber: '9876500003' }, { phoneNumber: 'call me' }, { phoneNumber: '+0123456789' }]) {
      expect(await put(token, wrong)).toMatchObject({
        status: 400,
        body: { issues: [{ path: 'phoneNumber', message: 'Please enter a valid phone number with its country code' }] },
      })
    }
    expect(await phone({})).toMatchObject({ phoneNumber: '+19876500002' })
  })

  it('says what is wrong with a username in the words of the specification', async () => {
    const { token } = await insertMember(store)
    const message = async (username: string) =>
      ((await put(token, { username })).body.issues as { message: string }[])[0]?.message
    expect(await message('')).toBe('Username is required')
    expect(await message('ab')).toBe('Username must be at least 3 characters long')
    expect(await message('a b c')).toBe('Username can only contain letters, numbers, dots, hyphens, and underscores')
  })

  it('leaves the address alone, whatever is sent', async () => {
    const { token, email } = await insertMember(store)
    expect((await put(token, { email: email.toUpperCase(), actualName: 'Same' })).status).toBe(200)
    expect(await put(token, { email: 'other@example.test' })).toMatchObject({
      status: 400,
      body: { error: 'The email address of an account cannot be changed' },
    })
  })

  it('marks a new phone number verified only after its code was entered', async () => {
    const { token } = await insertMember(store)
    const phoneNumber = newPhone()
    expect((await put(token, { phoneNumber })).body.user).toMatchObject({ isPhoneVerified: false })
    const second = newPhone()
    await store.call('POST', '/api/send-phone-otp', { body: { phoneNumber: second } })
    const otp = await readCode(store, second)
    await store.call('POST', '/api/verify-phone-otp', { body: { phoneNumber: second, otp } })
    expect((await put(token, { phoneNumber: second })).body.user).toMatchObject({ isPhoneVerified: true })
  })

  it('answers whether a username is free at both paths, with and without a session', async () => {
    const { token, username } = await insertMember(store)
    for (const path of ['/api/check-username', '/api/user/check-username']) {
      expect((await store.call('POST', path, { token, body: { username } })).body).toEqual({ available: true })
      expect((await store.call('POST', path, { body: { username } })).body).toEqual({ available: false })
      expect((await store.call('POST', path, { body: { username: 'no' } })).status).toBe(400)
    }
  })

  it('shows the balance at all three paths', async () => {
    const { token } = await insertMember(store)
    for (const path of ['/api/user-credits', '/api/credits', '/api/user/credits']) {
      expect((await store.call('GET', path, { token })).body).toEqual({ credits: 500 })
      expect((await store.call('GET', path)).status).toBe(401)
    }
  })
})

describe('a changed username', () => {
  it('renews the token, keeps remember-me and the end of the session, and signs other devices out', async () => {
    const { email, password } = await insertMember(store)
    const login = async () =>
      (await store.call('POST', '/api/login', { body: { email, password, rememberMe: true } })).body
    const [own, other] = [await login(), await login()]
    const renamed = await put(String(own.token), { username: `r${randomUUID().slice(0, 8)}` })
    expect(renamed.body).toMatchObject({ usernameChanged: true, expiresAt: own.expiresAt })
    for (const ended of [own.token, other.token]) {
      expect((await store.call('GET', '/api/profile', { token: String(ended) })).body.code).toBe('session-expired')
    }
    const token = String(renamed.body.newToken)
    const { body } = await store.call('GET', '/api/sessions', { token })
    expect(body.sessions).toMatchObject([{ current: true, rememberMe: true }])
  })

  it('is no change when it is the same', async () => {
    const { token, username } = await insertMember(store)
    expect((await put(token, { username })).body).toMatchObject({ usernameChanged: false })
    expect((await store.call('GET', '/api/profile', { token })).status).toBe(200)
  })

  it('requested by two tabs at once renews one of them; the other has to sign in again', async () => {
    const { token } = await insertMember(store)
    const names = [1, 2, 3].map((n) => `tab${n}-${randomUUID().slice(0, 8)}`)
    const answers = await Promise.all(names.map((username) => put(token, { username })))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 401, 401])
    const renewed = answers.find(({ status }) => status === 200)
    const profile = await store.call('GET', '/api/profile', { token: String(renewed?.body.newToken) })
    expect(profile).toMatchObject({
      status: 200,
      body: renewed?.body.user as Record<string, unknown>,
    })
  })
})

describe('completing a social profile', () => {
  it('gives 500 credits once, as a line of the statement', async () => {
    const { token } = await signInSocially(store, { email: newEmail() })
    const half = await put(token, { EmpFeild: 'Design' })
    expect(half.body).toMatchObject({ creditsAwarded: false, user: { credits: 500 } })
    const whole = await put(token, { phoneNumber: await provenPhone() })
    expect(whole.body).toMatchObject({
      message: 'Profile updated successfully!',
      creditsAwarded: true,
      user: { credits: 1000 },
    })
    const changed = await put(token, { phoneNumber: newPhone(), EmpFeild: 'Sales' })
    expect(changed.body).toMatchObject({
      message: 'Profile updated successfully!',
      creditsAwarded: false,
      user: { credits: 1000 },
    })
    expect(changed.body).not.toHaveProperty('creditsWithheld')
    const { body } = await store.call('GET', '/api/credits/statement', { token })
    expect(body.items).toMatchObject([
      { reason: 'profile', credits: 500, description: 'Profile completed', balanceAfter: 1000 },
      { reason: 'signup', credits: 500 },
    ])
  })

  it('by many tabs at once gives them once', async () => {
    const { token } = await signInSocially(store, { email: newEmail() })
    const body = { phoneNumber: await provenPhone(), EmpFeild: 'Student' }
    const answers = await Promise.all(Array.from({ length: 6 }, () => put(token, body)))
    expect(answers.filter((answer) => answer.body.creditsAwarded === true)).toHaveLength(1)
    expect(await readCredits(token)).toBe(1000)
  })

  it('gives them once per phone number, however it is spelled, and says why it gives none', async () => {
    const phone = newPhone()
    const spellings = [phone, `+1 1 ${phone.slice(2)}`, `001-${phone.slice(2)}`, `+1 (0) ${phone.slice(2)}`]
    const answers = []
    for (const spelling of spellings) {
      const { token } = await signInSocially(store, { email: newEmail() })
      await store.db.execute(sql`update otps set created_at = created_at - interval '61 seconds'`)
      await verifyPhone(store, spelling)
      answers.push((await put(token, { phoneNumber: spelling, EmpFeild: 'Finance' })).body)
    }
    expect(answers.map(({ creditsAwarded }) => creditsAwarded)).toEqual([true, false, false, false])
    for (const { creditsWithheld, message, user } of answers.slice(1)) {
      expect(user).toMatchObject({ phoneNumber: phone, isPhoneVerified: true, credits: 500 })
      expect([creditsWithheld, message]).toEqual([
        'phone-rewarded',
        'Profile updated. No credits were added: this phone number has already been used for the free credits.',
      ])
    }
  })

  it('gives them once per phone number when two accounts use it at once', async () => {
    const phoneNumber = newPhone()
    const tokens = await Promise.all([1, 2].map(async () => (await signInSocially(store, { email: newEmail() })).token))
    for (const token of tokens) {
      await store.db.execute(sql`update otps set created_at = created_at - interval '61 seconds'`)
      await verifyPhone(store, phoneNumber)
      await put(token, { phoneNumber })
    }
    const answers = await Promise.all(tokens.map((token) => put(token, { EmpFeild: 'Finance' })))
    expect(answers.map(({ body }) => body.creditsWithheld ?? 'awarded').sort()).toEqual(['awarded', 'phone-rewarded'])
  })

  it('gives nothing for a number without its code, and gives it when the same number is proven later', async () => {
    const { token } = await signInSocially(store, { email: newEmail() })
    const phoneNumber = newPhone()
    const unproven = await put(token, { phoneNumber, EmpFeild: 'Design' })
    expect(unproven.body).toMatchObject({
      message: 'Profile updated. Verify your phone number to get your free credits.',
      creditsAwarded: false,
      creditsWithheld: 'phone-not-verified',
      user: { phoneNumber, isPhoneVerified: false, credits: 500 },
    })
    // Who typed a stranger's number has not used it up for them.
    const other = await signInSocially(store, { email: newEmail() })
    await verifyPhone(store, phoneNumber)
    expect((await put(other.token, { phoneNumber, EmpFeild: 'Design' })).body.creditsAwarded).toBe(true)

    const own = await provenPhone()
    await put(token, { phoneNumber: own.replace('+1', '+1 ') })
    expect(await readCredits(token)).toBe(1000)

    const late = await signInSocially(store, { email: newEmail() })
    const same = newPhone()
    await put(late.token, { phoneNumber: same, EmpFeild: 'Design' })
    await verifyPhone(store, same)
    expect((await put(late.token, { phoneNumber: same })).body).toMatchObject({
      creditsAwarded: true,
      user: { isPhoneVerified: true, credits: 1000 },
    })
  })

  it('gives nothing to accounts made with a password', async () => {
    const { token } = await insertMember(store)
    expect((await put(token, { phoneNumber: newPhone(), EmpFeild: 'Brand' })).body.creditsAwarded).toBe(false)
    expect(await readCredits(token)).toBe(500)
  })
})

describe('a profile picture', () => {
  const picture = (width = 900, height = 600) =>
    sharp({ create: { width, height, channels: 3, background: '#b4143c' } })
      .composite([
        { input: { create: { width: 100, height: 100, channels: 3, background: '#00ff00' } }, left: 0, top: 0 },
      ])
      .jpeg()
      .withExif({ IFD0: { Copyright: 'secret' } })
      .toBuffer()
  const set = (token: string, body: unknown) => store.call('POST', '/api/profile/picture', { token, body })
  const load = async (url: string) => {
    const answer = await store.app.inject({ method: 'GET', url })
    return { status: answer.statusCode, data: answer.rawPayload, type: answer.headers['content-type'] }
  }

  it('is a square of 512 pixels without metadata; the one before is gone', { tags: ['full'] }, async () => {
    const { token } = await insertMember(store)
    const uploadId = await sendUpload(store, token, await picture())
    const first = await set(token, { uploadId })
    expect(first.status).toBe(200)
    const url = String(first.body.profilePicture)
    const { data, type } = await load(url)
    expect(type).toBe('image/webp')
    const meta = await sharp(data).metadata()
    expect([meta.width, meta.height, meta.exif]).toEqual([512, 512, undefined])
    expect((await store.call('GET', '/api/assets', { token })).body.assets).toEqual([])
    expect((await set(token, { uploadId })).status).toBe(404)

    const asset = await store.call('POST', '/api/assets', {
      token,
      body: { uploadId: await sendUpload(store, token, await picture()) },
    })
    const second = await set(token, { assetId: asset.body.assetId, crop: { left: 0, top: 0, size: 100 } })
    expect(second.status).toBe(200)
    const { dominant } = await sharp((await load(String(second.body.profilePicture))).data).stats()
    expect(dominant.g).toBeGreaterThan(200)
    expect((await load(url)).status).toBe(404)

    const removed = await store.call('DELETE', '/api/profile/picture', { token })
    expect(removed.body.user).toMatchObject({ profilePicture: '' })
    expect((await load(String(second.body.profilePicture))).status).toBe(404)
    expect((await store.call('DELETE', '/api/profile/picture', { token })).status).toBe(200)
  })

  it('is cut from the upright picture', { tags: ['full'] }, async () => {
    const { token } = await insertMember(store)
    const turned = await sharp(await picture(600, 900))
      .withMetadata({ orientation: 6 })
      .toBuffer()
    // Turned by a quarter to the right, the green corner of the stored picture is at the upper right of the upright one.
    const uploadId = await sendUpload(store, token, turned)
    const answer = await set(token, { uploadId, crop: { left: 800, top: 0, size: 100 } })
    expect(answer.status).toBe(200)
    const { dominant } = await sharp((await load(String(answer.body.profilePicture))).data).stats()
    expect(dominant.g).toBeGreaterThan(200)
  })

  it('refuses what is not a picture, not the caller’s, or a square outside of it', async () => {
    const { token } = await insertMember(store)
    const other = await insertMember(store)
    const uploadId = await sendUpload(store, token, await picture(300, 300))
    expect((await set(other.token, { uploadId })).status).toBe(404)
    expect((await set(token, { uploadId, crop: { left: 250, top: 0, size: 100 } })).status).toBe(400)
    expect((await set(token, { uploadId, crop: { left: -1, top: 0, size: 100 } })).status).toBe(400)
    expect((await set(token, { uploadId, assetId: 'u_1' })).status).toBe(400)
    expect((await set(token, {})).status).toBe(400)
    expect((await set(token, { assetId: 'u_00000000-0000-7000-8000-000000000000' })).status).toBe(404)
    const words = await sendUpload(store, token, Buffer.from('hello, I am a text'))
    expect((await set(token, { uploadId: words })).status).toBe(415)
    // A drawing can hold scripts and addresses, whatever it calls itself.
    const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="300" height="300"><script>alert(1)</script></svg>'
    for (const drawing of [svg, `<?xml version="1.0"?>\n${svg}`, `GIF89a${svg}`]) {
      const answer = await set(token, { uploadId: await sendUpload(store, token, Buffer.from(drawing)) })
      expect([415, 422]).toContain(answer.status)
    }
    // A small file that would fill the memory once it is unpacked.
    const bomb = await sendUpload(store, token, writePngHeader(60_000, 60_000))
    expect(await set(token, { uploadId: bomb })).toMatchObject({ status: 413, body: { code: 'image-too-many-pixels' } })
    const cut = (await picture()).subarray(0, 900)
    expect((await set(token, { uploadId: await sendUpload(store, token, cut) })).status).toBe(422)
    expect((await store.call('POST', '/api/profile/picture', { body: { uploadId } })).status).toBe(401)
    expect((await store.call('GET', '/api/profile', { token })).body.profilePicture).toBe('')
  })
})

/** The beginning of a PNG that claims to be this large. */
function writePngHeader(width: number, height: number): Buffer {
  const chunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type), data])
    const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)]
    length.writeUInt32BE(data.length)
    check.writeUInt32BE(crc32(body))
    return Buffer.concat([length, body, check])
  }
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([1, 0, 0, 0, 0], 8)
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  const parts = [
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(Buffer.alloc(1 << 20))),
    chunk('IEND', Buffer.alloc(0)),
  ]
  return Buffer.concat([signature, ...parts])
}

describe('changing the password', () => {
  const change = (token: string, currentPassword: string, newPassword: string) =>
    store.call('POST', '/api/change-password', { token, body: { currentPassword, newPassword } })

  it('needs the current one, keeps this session, ends the others and sends an email', async () => {
    const { token, email, password } = await insertMember(store)
    const other = String((await store.call('POST', '/api/login', { body: { email, password } })).body.token)
    expect(await change(token, 'wrong', 'a better one, with lamps')).toMatchObject({
      status: 403,
      body: { code: 'password-incorrect' },
    })
    expect((await change(token, password, 'abc')).body.error).toBe('Password must be at least 6 characters long')
    expect(await change(token, password, 'a better one, with lamps')).toMatchObject({
      status: 200,
      body: { message: 'Password changed successfully!', sessionsEnded: 1 },
    })
    expect((await store.call('GET', '/api/profile', { token })).status).toBe(200)
    expect((await store.call('GET', '/api/profile', { token: other })).status).toBe(401)
    expect((await store.call('POST', '/api/login', { body: { email, password } })).status).toBe(401)
    const mail = (await readMails(store, email)).find(({ subject }) => subject === 'Your Vitrine password was changed')
    expect(mail?.text).toContain('every other device was signed out')
  })

  it('cannot be guessed with a stolen session', async () => {
    const { token, password } = await insertMember(store)
    for (let tries = 0; tries < 10; tries++) expect((await change(token, 'wrong', 'something else')).status).toBe(403)
    expect((await change(token, password, 'something else')).status).toBe(429)
  })

  it('by two tabs at once changes it once', async () => {
    const { token, password } = await insertMember(store)
    const answers = await Promise.all(['one more lamp', 'two more lamps'].map((next) => change(token, password, next)))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 403])
  })

  it('sends those without a password to the reset', async () => {
    const { token } = await signInSocially(store, { email: newEmail() })
    expect(await change(token, 'anything', 'something else')).toMatchObject({
      status: 409,
      body: { code: 'password-not-set' },
    })
  })
})

describe('deleting an account', () => {
  const remove = (token: string, body: unknown) => store.call('DELETE', '/api/profile', { token, body })

  it('needs the password, empties the account, frees name and address and states what is retained', {
    tags: ['full'],
  }, async () => {
    const member = await insertMember(store)
    const { token, email, username, userId, password } = member
    const picture = await sharp({ create: { width: 64, height: 64, channels: 3, background: '#123456' } })
      .png()
      .toBuffer()
    const asset = await store.call('POST', '/api/assets', {
      token,
      body: { uploadId: await sendUpload(store, token, picture) },
    })
    await store.call('POST', '/api/profile/picture', { token, body: { assetId: asset.body.assetId } })
    const unfinished = await sendUpload(store, token, picture)
    expect(await remove(token, { password: 'wrong' })).toMatchObject({
      status: 403,
      body: { code: 'password-incorrect' },
    })
    expect((await remove(token, {})).status).toBe(403)

    const said = (await store.call('GET', '/api/profile/deletion')).body
    const deleted = await remove(token, { password })
    expect(deleted).toMatchObject({ status: 200, body: { message: 'Your account was deleted', ...said } })
    expect((await store.call('GET', '/api/profile', { token })).status).toBe(401)
    expect((await store.call('POST', '/api/login', { body: { email, password } })).status).toBe(401)
    expect((await store.call('POST', '/api/check-user-exists', { body: { email } })).status).toBe(404)
    const { rows } = await store.db.execute(sql`select * from users where id = ${userId}`)
    expect(JSON.stringify(rows)).not.toMatch(new RegExp(`${email}|${username}|\\+91|A Member`))
    const { rows: jobs } = await store.db.execute<{ payload: { keys: string[] } }>(sql`
      select payload from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
       where t.identifier = 'erase-files' order by j.id desc limit 1`)
    expect(jobs[0]?.payload.keys).toHaveLength(3)
    expect(jobs[0]?.payload.keys.every((key) => /^private\/(assets|pictures)\//.test(key))).toBe(true)
    const balances = await store.db.execute(sql`select balance from credit_accounts where user_id = ${userId}`)
    expect(balances.rows.map((row) => Number(row.balance))).toEqual([0, 0])
    expect((await readMails(store, email))[0]?.subject).toBe('Your Vitrine account was deleted')

    // Who comes back finds the name free, and none of what was there; the welcome is not given twice.
    await store.db.execute(sql`delete from otps`)
    await store.call('POST', '/api/send-email-otp', { body: { email } })
    await store.call('POST', '/api/verify-email-otp', { body: { email, otp: await readCode(store, email) } })
    const again = await store.call('POST', '/api/register', {
      body: { username, email, password, actualName: 'A', phoneNumber: '+919876543210', EmpFeild: 'Brand' },
    })
    expect(again).toMatchObject({ status: 201, body: { user: { username, email, credits: 0 } } })
    const back = String(again.body.token)
    expect((await store.call('GET', '/api/assets', { token: back })).body.assets).toEqual([])
    const missing = await store.call('POST', '/api/assets', { token: back, body: { uploadId: unfinished } })
    expect(missing.status).toBe(404)
  })

  it('of an account without a password needs a fresh sign-in with its own Google account', async () => {
    const [email, other] = [newEmail(), newEmail()]
    const { token, user } = await signInSocially(store, { email })
    await signInSocially(store, { email: other })
    expect((await remove(token, { password: 'anything' })).body.code).toBe('password-not-set')
    const foreign = await remove(token, { token: await readCredential(store, { email: other }) })
    expect(foreign).toMatchObject({ status: 401, body: { code: 'google-token-invalid' } })
    expect((await remove(token, { token: await readCredential(store, { email }) })).status).toBe(200)
    const next = await signInSocially(store, { email })
    expect(next.user.userId).not.toBe(user.userId)
    expect(next.user).toMatchObject({ credits: 0 })
  })

  it('and registering again, with any phone number, is not rewarded for a profile again', async () => {
    const email = newEmail()
    const complete = async (token: string) => put(token, { phoneNumber: await provenPhone(), EmpFeild: 'Design' })
    const leave = async (token: string) =>
      expect((await remove(token, { token: await readCredential(store, { email }) })).status).toBe(200)
    // Who leaves before being rewarded is still rewarded later, once.
    const unrewarded = await signInSocially(store, { email })
    await leave(unrewarded.token)
    const rewarded = await signInSocially(store, { email })
    expect((await complete(rewarded.token)).body).toMatchObject({ creditsAwarded: true, user: { credits: 500 } })
    await leave(rewarded.token)
    const back = await signInSocially(store, { email })
    expect((await complete(back.token)).body).toMatchObject({
      creditsAwarded: false,
      creditsWithheld: 'account-rewarded',
      user: { credits: 0 },
    })
  })

  it('is not for the owner of the store', async () => {
    const { token, userId, password } = await insertMember(store)
    await store.db.execute(sql`update users set role = 'owner' where id = ${userId}`)
    expect((await remove(token, { password })).status).toBe(403)
    expect((await store.call('GET', '/api/profile', { token })).status).toBe(200)
  })
})
