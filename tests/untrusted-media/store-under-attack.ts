// A store that receives expensive files from many accounts. Measures how this affects one customer who uploads an ordinary photo
// and another who browses.
import { setTimeout as sleep } from 'node:timers/promises'
import sharp from 'sharp'
import { buildHeif, buildHeifOfEmptyExtents, codeTile } from '../../packages/media/testing/heif.ts'
import { buildProgressiveJpeg, emptyPng } from '../../packages/media/testing/picture.ts'
import { StoreClient } from '../client/store-client.ts'
import { startFragileStore } from '../money/fragile-store.ts'

export interface Sent {
  readonly file: string
  readonly status: number
  readonly code: string | undefined
  readonly milliseconds: number
}

export interface AttackReport {
  readonly attacks: readonly Sent[]
  /** An ordinary photo, without and during the attack. */
  readonly aloneMs: readonly number[]
  readonly besideMs: readonly number[]
  /** A small response, requested continuously during the attack. */
  readonly lookMs: readonly number[]
}

interface Attack {
  readonly name: string
  readonly type: string
  readonly bytes: Buffer
}

/** Starts a store and sends each file from this number of accounts. */
export async function attackStore(accounts: number, onProgress: (line: string) => void): Promise<AttackReport> {
  const attacks = await makeAttacks()
  const store = await startFragileStore()
  try {
    const register = async (name: string) => {
      const client = new StoreClient({ baseUrl: store.baseUrl, patienceMs: 10 * 60_000 })
      await client.register(`${name}@example.test`, 'a long enough password')
      return client
    }
    const bystander = await register('bystander')
    const attackers: StoreClient[] = []
    for (let n = 0; n < accounts; n++) attackers.push(await register(`attacker-${n}`))
    const photo: Attack = { name: 'photo.jpg', type: 'image/jpeg', bytes: await makePhoto(1200, 900) }
    const aloneMs: number[] = []
    for (let n = 0; n < 5; n++) aloneMs.push((await send(bystander, photo)).milliseconds)
    onProgress(`an ordinary photo alone: ${aloneMs.map(Math.round).join(', ')} ms`)

    let isOver = false
    const besideMs: number[] = []
    const lookMs: number[] = []
    const upload = async () => {
      while (!isOver) besideMs.push((await send(bystander, photo)).milliseconds)
    }
    const look = async () => {
      while (!isOver) {
        const began = performance.now()
        await bystander.call('GET', '/api/profile')
        lookMs.push(performance.now() - began)
        await sleep(50)
      }
    }
    const others = [upload(), look()]
    const sent = await Promise.all(
      attackers.flatMap((attacker) =>
        attacks.map(async (attack) => {
          const answer = await send(attacker, attack)
          onProgress(
            `${answer.file}: ${answer.status} ${answer.code ?? ''} after ${Math.round(answer.milliseconds)} ms`,
          )
          return answer
        }),
      ),
    )
    isOver = true
    await Promise.all(others)
    return { attacks: sent, aloneMs, besideMs, lookMs }
  } finally {
    await store.stop()
  }
}

async function send(client: StoreClient, { name, type, bytes }: Attack): Promise<Sent> {
  const began = performance.now()
  const { status, body } = await client.upload(bytes, name, type)
  return { file: name, status, code: body?.code, milliseconds: performance.now() - began }
}

function makePhoto(width: number, height: number): Promise<Buffer> {
  return sharp({ create: { width, height, channels: 3, background: '#806040' } })
    .jpeg()
    .toBuffer()
}

async function makeAttacks(): Promise<Attack[]> {
  const tile = await codeTile(512, 512, (x, y) => [x >> 1, y >> 1, (x + y) >> 2])
  const size = { tileWidth: 512, tileHeight: 512 }
  const [columns, rows] = [20, 20]
  const slow = { ...size, width: columns * 512, height: rows * 512, columns, rows, rotation: 3 }
  const turned = { ...size, width: 512, height: 512, tiles: [tile], isGrid: true, rotation: 1, rotations: 250 }
  return [
    { name: 'scans.jpg', type: 'image/jpeg', bytes: await buildProgressiveJpeg(4000, 3000, 5000) },
    { name: 'few-scans.jpg', type: 'image/jpeg', bytes: await buildProgressiveJpeg(4400, 4400, 99) },
    { name: 'pieces.heic', type: 'image/heic', bytes: buildHeifOfEmptyExtents(65_535) },
    { name: 'turns.heic', type: 'image/heic', bytes: buildHeif(turned) },
    { name: 'bomb.png', type: 'image/png', bytes: emptyPng(20_000, 20_000) },
    // Allowed, and slow: 105 megapixels in tiles, and 200 in one scan.
    {
      name: 'slow.heic',
      type: 'image/heic',
      bytes: buildHeif({ ...slow, tiles: Array.from({ length: columns * rows }, () => tile) }),
    },
    { name: 'large.jpg', type: 'image/jpeg', bytes: await makePhoto(16_000, 12_500) },
  ]
}
