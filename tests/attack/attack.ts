// `npm run test:attack [-- http://localhost:3000]`: attacks its own store, or a running one, from outside, as strangers and as
// customers, and prints for each attempt the number of requests and whether the store withstood it. Another client measures the
// health route meanwhile. A running store needs sandbox mail, the sample catalogue, and VITRINE_TRUSTED_PROXIES=127.0.0.1 (each
// attacker has its own address).
import { setTimeout as sleep } from 'node:timers/promises'
import { createOwnStore } from '../journeys/own-store.ts'
import { accessAttempts } from './access.ts'
import { openTarget, readsForwardedAddress } from './attempt.ts'
import { fileAttempts } from './file.ts'
import { moneyAttempts } from './money.ts'
import { protocolAttempts } from './protocol.ts'

const runningAt = process.argv[2]
const requested = process.argv[3]
const store = runningAt === undefined ? await createOwnStore({ VITRINE_TRUSTED_PROXIES: '127.0.0.1,::1' }) : undefined
try {
  await store?.start()
  process.exitCode = (await attack(store?.address ?? runningAt ?? '')) === 0 ? 0 : 1
} finally {
  await store?.remove()
}

/** The number of successful attacks. */
async function attack(address: string): Promise<number> {
  if (!(await readsForwardedAddress(address))) {
    console.error(
      `The store at ${address} takes all attackers for one person. Start it with VITRINE_TRUSTED_PROXIES=127.0.0.1: each has an address of its own.`,
    )
    return 1
  }
  const target = await openTarget(address)

  let isOver = false
  const latencies: number[] = []
  const watch = (async () => {
    while (!isOver) {
      const began = performance.now()
      await fetch(`${address}/api/health`)
      latencies.push(performance.now() - began)
      await sleep(50)
    }
  })()

  let broken = 0
  let requests = 0
  const attempts = [...moneyAttempts, ...accessAttempts, ...fileAttempts, ...protocolAttempts]
  for (const { name, run } of attempts.filter((attempt) => !requested || attempt.name.includes(requested))) {
    const before = target.requests()
    latencies.length = 0
    let problem: string | undefined
    try {
      await run(target)
    } catch (error) {
      problem = error instanceof Error ? error.message : String(error)
    }
    const count = target.requests() - before
    requests += count
    if (problem !== undefined) broken++
    const slowest = Math.round(Math.max(0, ...latencies))
    console.log(
      `${problem === undefined ? 'held  ' : 'BROKEN'} ${String(count).padStart(5)} requests, others ${slowest} ms  ${name}`,
    )
    if (problem !== undefined) console.log(problem.replaceAll(/^/gm, '       '))
  }
  isOver = true
  await watch
  const health = await fetch(`${address}/api/health`)
  if (!health.ok) broken++
  console.log(
    `${attempts.length} attempts, ${requests} requests, ${broken} broken; afterwards health answers ${health.status}`,
  )
  return broken
}
