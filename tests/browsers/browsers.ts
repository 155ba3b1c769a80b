// `npm run test:browsers [-- engine…] [--at http://localhost:3000]`: the main journeys in every installed browser engine, against
// its own store or a running one with the sandbox. A missing engine is reported but does not fail.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { createOwnStore, type OwnStore } from '../journeys/own-store.ts'
import { recordClips } from '../journeys/recorded-clips.ts'
import { takePhoto } from '../purchase-flow/photo.ts'
import type { DrivenPage } from './driven-page.ts'
import { type Engine, listEngines } from './engines.ts'
import { journeys, type World } from './journeys.ts'
import { type Network, openNetwork } from './network.ts'

const pictures = resolve(import.meta.dirname, '../../test-results/browsers')

interface Outcome {
  readonly engine: string
  readonly journey: string
  readonly isGreen: boolean
  readonly text: string
}

const words = process.argv.slice(2)
const at = words.indexOf('--at')
const runningAt = at < 0 ? undefined : words.splice(at, 2)[1]
const engines = listEngines().filter(({ name }) => words.length === 0 || words.includes(name.toLowerCase()))

const folder = mkdtempSync(join(tmpdir(), 'vitrine-browsers-'))
const clips = await recordClips()
let store: OwnStore | undefined
let network: Network | undefined
const outcomes: Outcome[] = []
try {
  const photo = join(folder, 'photo.jpg')
  writeFileSync(photo, await takePhoto())
  if (runningAt === undefined) {
    store = await createOwnStore()
    await store.start()
  }
  const address = runningAt ?? store?.address ?? ''
  if (runningAt === undefined) network = await openNetwork(address)
  mkdirSync(pictures, { recursive: true })
  for (const engine of engines) {
    if (engine.missing !== undefined) console.log(`missing  ${engine.name}: ${engine.missing}`)
    else
      outcomes.push(...(await walk(engine, { address: network?.address ?? address, network, photo, clip: clips.wide })))
  }
} finally {
  await network?.close()
  await store?.remove()
  await clips.remove()
  rmSync(folder, { recursive: true, force: true })
}
const failed = outcomes.filter(({ isGreen }) => !isGreen).length
console.log(`${outcomes.length - failed} passed, ${failed} failed`)
process.exit(failed > 0 ? 1 : 0)

/** All journeys in one browser. Later ones need what earlier ones did, so the first failure ends the walk. */
async function walk(engine: Engine, files: Pick<World, 'address' | 'network' | 'photo' | 'clip'>): Promise<Outcome[]> {
  const walked: Outcome[] = []
  let page: DrivenPage | undefined
  try {
    files.network?.mend()
    page = await engine.open()
    for (const journey of journeys) {
      const notes: string[] = []
      const began = performance.now()
      let problem: string | undefined
      try {
        await journey.run({ ...files, page, note: (fact) => notes.push(fact) })
        if (page.failures.length > 0) problem = page.failures.join('\n')
      } catch (error) {
        problem = [String(error), ...page.failures].join('\n')
        await keepPicture(page, `${engine.name}-${journey.name}`)
      }
      const seconds = `${((performance.now() - began) / 1000).toFixed(1)} s`
      const text = [problem ?? seconds, ...notes].join('; ')
      walked.push(report({ engine: engine.name, journey: journey.name, isGreen: problem === undefined, text }))
      if (problem !== undefined) break
    }
  } catch (error) {
    walked.push(report({ engine: engine.name, journey: 'start', isGreen: false, text: String(error) }))
  } finally {
    await page?.close()
  }
  return walked
}

function report(outcome: Outcome): Outcome {
  console.log(`${outcome.isGreen ? 'ok' : 'FAILED'}  ${outcome.engine}: ${outcome.journey}  ${outcome.text}`)
  return outcome
}

async function keepPicture(page: DrivenPage, name: string): Promise<void> {
  const file = join(pictures, `${name.replaceAll(' ', '-')}.png`)
  await page.screenshot().then(
    (bytes) => {
      writeFileSync(file, bytes)
      console.error(`  what it showed: ${file}`)
    },
    () => undefined,
  )
}
