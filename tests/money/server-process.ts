// A server of the shop in a process of its own, without pages, so that a test can kill it and a bench can measure it.
// Its parent gives DATABASE_URL, PORT and FOLDER, and hears 'ready'.
import { connect } from '@vitrine/database/connection'
import { buildApp } from '../../apps/server/src/app.ts'
import { openDepsForTest } from '../../apps/server/src/deps-for-test.ts'

const { DATABASE_URL: databaseUrl = '', PORT: port = '', FOLDER: folder = '' } = process.env
const db = connect(databaseUrl, { applicationName: 'vitrine-server' })
const deps = await openDepsForTest({ db, databaseUrl, folder })
const app = await buildApp({ ...deps, checksAnswers: false, logger: { level: 'error' } })
await app.listen({ host: '127.0.0.1', port: Number(port) })
process.send?.('ready')
process.on('disconnect', () => process.exit(0))
