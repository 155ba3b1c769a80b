// A real S3 store for tests where Debian's packages `swift` and `python3-swift` are installed: OpenStack Swift with its S3
// interface, four processes on free ports of this machine, in a folder that is thrown away.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { CreateBucketCommand, S3Client } from '@aws-sdk/client-s3'
import { findFreePort } from '../free-port.ts'
import { endChild } from '../process-list.ts'

export interface SwiftStore {
  readonly url: string
  readonly bucket: string
  readonly keys: { readonly accessKeyId: string; readonly secretAccessKey: string }
  close(): Promise<void>
}

const RING_BUILDER = '/usr/bin/swift-ring-builder'
const PARTS = ['account', 'container', 'object'] as const
const PATIENCE_MS = 90_000

/** Runs one process of Swift with the settings of a folder instead of those in /etc: its own commands know no other place. */
const RUN = `import sys
import swift.common.utils as utils
utils.SWIFT_CONF_FILE = sys.argv[1] + '/swift.conf'
from swift.common.wsgi import run_wsgi
sys.exit(run_wsgi(sys.argv[2], sys.argv[3], verbose=False))`

/** Whether this machine has Swift. */
export const hasSwift = existsSync(RING_BUILDER) && existsSync('/usr/lib/python3/dist-packages/swift/common/wsgi.py')

/** Starts it with one empty bucket. */
export async function startSwiftStore(): Promise<SwiftStore> {
  const folder = mkdtempSync(join(tmpdir(), 'vitrine-swift-'))
  mkdirSync(join(folder, 'dev/disk'), { recursive: true })
  const keys = { accessKeyId: 'test:tester', secretAccessKey: 'testing' }
  const children: ChildProcess[] = []
  const close = async () => {
    await Promise.all(children.map(endChild))
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  }
  try {
    const port = await configure(folder)
    for (const part of [...PARTS, 'proxy']) {
      const args = ['-c', RUN, folder, join(folder, `${part}.conf`), `${part}-server`]
      children.push(spawn('/usr/bin/python3', args, { cwd: folder, stdio: 'ignore' }))
    }
    const url = `http://127.0.0.1:${port}`
    await createBucket(url, keys)
    return { url, bucket: 'media', keys, close }
  } catch (error) {
    await close()
    throw error
  }
}

async function configure(folder: string): Promise<number> {
  const common = (port: number) =>
    `[DEFAULT]\ndevices = ${folder}/dev\nmount_check = false\nbind_ip = 127.0.0.1\nbind_port = ${port}\nworkers = 0\n` +
    `swift_dir = ${folder}\nuser = ${process.env.USER ?? 'root'}\nlog_level = ERROR\nfallocate_reserve = 0\n`
  writeFileSync(
    join(folder, 'swift.conf'),
    '[swift-hash]\nswift_hash_path_suffix = vitrine\n[storage-policy:0]\nname = gold\ndefault = yes\n',
  )
  for (const part of PARTS) {
    const port = await findFreePort()
    writeFileSync(
      join(folder, `${part}.conf`),
      `${common(port)}[pipeline:main]\npipeline = ${part}-server\n[app:${part}-server]\nuse = egg:swift#${part}\n`,
    )
    const builder = join(folder, `${part}.builder`)
    for (const args of [['create', '4', '1', '0'], ['add', `r1z1-127.0.0.1:${port}/disk`, '1'], ['rebalance']]) {
      const { status, stderr } = spawnSync(RING_BUILDER, [builder, ...args], { cwd: folder, encoding: 'utf8' })
      if (status !== 0 && status !== 1) throw new Error(`swift-ring-builder ${args.join(' ')}: ${stderr}`)
    }
  }
  const port = await findFreePort()
  writeFileSync(join(folder, 'proxy.conf'), common(port) + PROXY)
  return port
}

const PROXY = `[pipeline:main]
pipeline = catch_errors gatekeeper cache s3api tempauth bulk slo dlo copy proxy-server
[app:proxy-server]
use = egg:swift#proxy
account_autocreate = true
[filter:catch_errors]
use = egg:swift#catch_errors
[filter:gatekeeper]
use = egg:swift#gatekeeper
[filter:cache]
use = egg:swift#memcache
memcache_servers = 127.0.0.1:1
[filter:s3api]
use = egg:swift#s3api
location = us-east-1
[filter:tempauth]
use = egg:swift#tempauth
user_test_tester = testing .admin
[filter:bulk]
use = egg:swift#bulk
[filter:slo]
use = egg:swift#slo
[filter:dlo]
use = egg:swift#dlo
[filter:copy]
use = egg:swift#copy
`

async function createBucket(endpoint: string, credentials: SwiftStore['keys']): Promise<void> {
  const client = new S3Client({ endpoint, region: 'us-east-1', forcePathStyle: true, credentials, maxAttempts: 1 })
  for (const end = Date.now() + PATIENCE_MS; ; await sleep(200)) {
    try {
      await client.send(new CreateBucketCommand({ Bucket: 'media' }), { abortSignal: AbortSignal.timeout(20_000) })
      return
    } catch (error) {
      // Its processes are still starting.
      if (Date.now() > end) throw error
    }
  }
}
