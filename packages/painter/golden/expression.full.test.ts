// Expressions give the same numbers in a customer's browser and on the server, to the last bit.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { rolldown } from 'rolldown'
import { expect, test } from 'vitest'
import { openUnwatchedPage } from '../../../tests/chromium.ts'
import { runSeeds } from '../../after-effects/testing/expression-fuzz.ts'

const RUNS = Number(process.env.VITRINE_FUZZ_RUNS ?? 20_000)

async function bundlePage(): Promise<string> {
  const bundle = await rolldown({
    input: join(import.meta.dirname, 'expression-page.ts'),
    platform: 'browser',
    logLevel: 'silent',
  })
  const { output } = await bundle.generate({ format: 'esm', codeSplitting: false })
  await bundle.close()
  return output[0].code
}

test('Chromium and Node run expressions alike', { timeout: 3_600_000 }, async () => {
  const code = await bundlePage()
  const { promise, resolve } = Promise.withResolvers<unknown>()
  const server = createServer((request, response) => {
    if (request.url === '/page.js') response.writeHead(200, { 'content-type': 'text/javascript' }).end(code)
    else if (request.url === '/count') response.end(String(RUNS))
    else if (request.url === '/result') {
      const chunks: Buffer[] = []
      request.on('data', (chunk: Buffer) => chunks.push(chunk))
      request.on('end', () => {
        response.end()
        resolve(JSON.parse(Buffer.concat(chunks).toString()))
      })
    } else
      response
        .writeHead(200, { 'content-type': 'text/html' })
        .end('<!doctype html><link rel="icon" href="data:,"><script type="module" src="/page.js"></script>')
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const browser = openUnwatchedPage(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`)
  try {
    expect(await Promise.race([promise, browser.ended])).toEqual(runSeeds(0, RUNS))
  } finally {
    await browser.close()
    server.closeAllConnections()
    server.close()
  }
})
