// `npm run test:kill`: kills server, worker or launcher with SIGKILL at random moments while a buyer goes through the
// whole purchase flow, then proves that nothing was lost, nothing charged twice and no partial video was ever returned.
import assert from 'node:assert/strict'
import { randomInt, randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { BufferSource, Input, MP4 } from 'mediabunny'
import { StoreClient } from '../client/store-client.ts'
import { takePhoto } from './photo.ts'
import { createStack, type Role, type Stack } from './stack.ts'

const rounds = Number(process.argv[2] ?? 10)
const signupCredits = 500
const victims: Role[] = ['server', 'worker', 'launcher']

/** Kills one process after a random while and, when it was the launcher, starts everything again as a person would. */
async function killAtRandom(stack: Stack, victim: Role): Promise<void> {
  await sleep(randomInt(300, 9000))
  const pids = stack.processes().get(victim) ?? []
  assert(pids.length > 0, `no ${victim} is running`)
  for (const pid of pids) process.kill(pid, 'SIGKILL')
  if (victim !== 'launcher') return
  const left = await stack.waitUntilGone(15_000)
  assert.deepEqual(left, [], 'killing the launcher must leave no process behind')
  await stack.start()
}

interface Journey {
  client: StoreClient
  price: number
  attempts: number
}

/** Sign up, upload, fill in, pay, render, download: every step tolerates a store that stops and restarts. */
async function runPurchaseFlow(stack: Stack, round: number): Promise<Journey> {
  const address = `8.${randomInt(1, 254)}.${randomInt(1, 254)}.${randomInt(1, 254)}`
  const headers = { 'x-forwarded-for': address }
  const client = new StoreClient({ baseUrl: stack.baseUrl, patienceMs: 120_000, headers })
  const email = `buyer${round}-${randomUUID().slice(0, 8)}@example.org`
  await client.register(email, 'a-long-passphrase')

  const templates = (await client.expect('GET', '/api/templates', [200])).body
  const template = templates[round % templates.length]
  const { body: paper } = await client.expect('GET', `/api/template/${template.templateId}/document`, [200])
  const photo = await client.upload(await takePhoto(), 'couple.jpg', 'image/jpeg')
  assert.equal(photo.status, 201, JSON.stringify(photo.body))
  assert.deepEqual([photo.body.width, photo.body.height], [1200, 1600], 'the EXIF rotation is applied')

  const { body: project } = await client.expect('POST', '/api/projects', [200, 201], {
    templateId: template.templateId,
  })
  const values = fillIn(paper.document.fields, photo.body.assetId)
  await client.expect('PUT', `/api/projects/${project.projectId}`, [200], { values, difference: {} })

  const video = await client.render(project.projectId, 'full')
  assert.equal(video.status, 'completed', `round ${round}: ${video.errorMessage}`)
  await assertWholeVideo(client, video.downloadUrl, template.durationSeconds)

  const kept = (await client.expect('GET', `/api/projects/${project.projectId}`, [200])).body
  assert.deepEqual(kept.values, values, 'what the buyer typed is still there')
  return { client, price: template.templatePrice, attempts: video.attempts }
}

// biome-ignore lint/suspicious/noExplicitAny: fields come from the wire
function fillIn(fields: any[], assetId: string): Record<string, unknown> {
  const values: Record<string, unknown> = {}
  for (const field of fields) {
    if (field.type === 'text') values[field.id] = 'Asha & Rohan'.slice(0, field.rules?.maxLength ?? 12)
    if (field.type === 'media') values[field.id] = { asset: assetId, crop: { x: 0, y: 0, zoom: 1.2, rotate: 0 } }
  }
  return values
}

async function assertWholeVideo(client: StoreClient, url: string | null, durationSeconds: number): Promise<void> {
  assert(url, 'a completed video has a link')
  const response = await client.fetch(url)
  assert.equal(response.status, 200)
  const input = new Input({ formats: [MP4], source: new BufferSource(await response.arrayBuffer()) })
  const video = await input.getPrimaryVideoTrack()
  const audio = await input.getPrimaryAudioTrack()
  assert(video && audio, 'the video has picture and sound')
  const duration = await input.computeDuration()
  assert(Math.abs(duration - durationSeconds) < 0.1, `the video lasts ${duration} s, not ${durationSeconds} s`)
}

/** The whole account after the storm: one signup, one sale, one entitlement, and sums that agree. */
async function assertAccount({ client, price }: Journey): Promise<void> {
  const { body: credits } = await client.expect('GET', '/api/user-credits', [200])
  assert.equal(credits.credits, signupCredits - price, 'charged exactly once')
  const { body: statement } = await client.expect('GET', '/api/credits/statement', [200])
  const sum = statement.items.reduce((total: number, item: { credits: number }) => total + item.credits, 0)
  assert.equal(sum, credits.credits, 'the statement adds up to the balance')
  const spent = statement.items.filter((item: { credits: number }) => item.credits < 0)
  assert.equal(
    spent.reduce((total: number, item: { credits: number }) => total - item.credits, 0),
    price,
  )
  const { body: videos } = await client.expect('GET', '/api/user-generated-videos', [200])
  assert.equal(videos.videos.length, 1, 'one request, one video')
}

const folder = mkdtempSync(join(tmpdir(), 'vitrine-kill-'))
const log: string[] = []
const stack = await createStack(folder, (line) => log.push(line))
let failed = 0
try {
  await stack.start()
  for (let round = 0; round < rounds; round++) {
    const victim = victims[round % victims.length] as Role
    const began = Date.now()
    try {
      const [journey] = await Promise.all([runPurchaseFlow(stack, round), killAtRandom(stack, victim)])
      await assertAccount(journey)
      const seconds = ((Date.now() - began) / 1000).toFixed(1)
      console.log(
        `round ${round + 1}: killed the ${victim}; video whole, charged once, ` +
          `${journey.client.repeated} requests repeated, render attempts ${journey.attempts} (${seconds} s)`,
      )
    } catch (error) {
      failed++
      console.error(`round ${round + 1}: killed the ${victim}:`, error)
    }
  }
} finally {
  await stack.stop()
  if (failed) console.error(log.slice(-60).join('\n'))
  rmSync(folder, { recursive: true, force: true })
}
console.log(`${rounds - failed} passed, ${failed} failed`)
process.exit(failed ? 1 : 0)
