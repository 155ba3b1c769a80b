// A server of the store in a separate process, without pages, so that a test can kill it and a benchmark can measure it. Its
// parent sets DATABASE_URL, PORT, FOLDER and optionally GATEWAY (address and keys of a sandbox gateway, as JSON), and receives
// 'ready'.
import { flushCompileCache } from 'node:module'
import { connect } from '@vitrine/database/connection'
import { RazorpayGateway, type SandboxKeys } from '@vitrine/providers/payment/razorpay'
import { buildApp } from '../../apps/server/src/app.ts'
import { openDepsForTest } from '../../apps/server/testing/deps.ts'

const { DATABASE_URL: databaseUrl = '', PORT: port = '', FOLDER: folder = '', GATEWAY: gateway } = process.env

function openGateway({ url, keys }: { url: string; keys: SandboxKeys }) {
  const { webhookSecret, ...pair } = keys
  const options = { ...pair, webhookSecrets: [webhookSecret], apiUrl: url, scriptUrl: '', isSandbox: true }
  return { payments: new RazorpayGateway(options) }
}

const db = connect(databaseUrl, { applicationName: 'vitrine-server' })
const deps = await openDepsForTest({
  db,
  databaseUrl,
  folder,
  ...(gateway && { gateway: openGateway(JSON.parse(gateway)) }),
})
// Prints bugs to the console; these tests cause database outages on purpose.
const app = await buildApp({ ...deps, validatesResponses: false, logger: { level: 'fatal' } })
await app.listen({ host: '127.0.0.1', port: Number(port) })
// Who is killed keeps nothing: what Node has compiled is written now, for the next server.
flushCompileCache()
process.send?.('ready')
process.on('disconnect', () => process.exit(0))
