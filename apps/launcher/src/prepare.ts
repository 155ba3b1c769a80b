// A short-lived process before the server starts: brings the database up to date and puts in what a new shop needs.
import assert from 'node:assert/strict'
import { join } from 'node:path'
import { migrate } from '@vitrine/database/migrate'

const { DATABASE_URL: url, VITRINE_ROOT: root } = process.env
assert(url && root, 'the launcher hands DATABASE_URL and VITRINE_ROOT to this process')

await migrate(url, { folder: join(root, 'packages/shop/migrations') })
