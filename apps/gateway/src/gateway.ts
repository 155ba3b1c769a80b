// The process of the sandbox gateway: reads settings, builds the gateway, listens. Runs only where no real gateway is
// configured.
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { closeOnShutdown } from '@vitrine/providers/graceful-shutdown'
import { buildGateway } from './app.ts'
import { type GatewaySettings, readSettings, SettingsError } from './env.ts'
import { postTo } from './webhook-dispatcher.ts'

async function start({ host, port, dataFolder, webhookUrl, keys, browserFolder }: GatewaySettings): Promise<void> {
  const folder = join(dataFolder, 'gateway')
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const app = buildGateway({ file: join(folder, 'book.sqlite'), keys, browserFolder, post: postTo(webhookUrl) })
  const address = await app.listen({ host, port })
  if (process.send) process.send('ready')
  else console.log(`The sandbox gateway listens at ${address}`)

  closeOnShutdown(() => app.close())
}

try {
  await start(readSettings())
} catch (error) {
  console.error(error instanceof SettingsError ? error.message : error)
  process.exit(1)
}
