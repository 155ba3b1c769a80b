// Purchases through HTTP, each of another template and therefore charged, compared with pgbench writing the same rows in a
// minimal transaction on the same durable database.
import { type ChildProcess, execFile, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { connect, type Db, disconnect, transaction } from '@vitrine/database/connection'
import { startEmbeddedPostgres } from '@vitrine/database/embedded'
import { migrate } from '@vitrine/database/migrate'
import { startSession } from '@vitrine/store/accounts/session'
import { checkLedger } from '@vitrine/store/credits'
import { sql } from 'drizzle-orm'
import pg from 'pg'
import { addCatalogueFiles, addMember, addTemplate } from '../../packages/store/testing/store.ts'
import { findFreePort } from '../free-port.ts'
import { readCpuSeconds, readFamilyCpuSeconds } from './process-time.ts'
import { record, summarise } from './report.ts'

const CLIENT_COUNTS = [1, 20, 100]
const TEMPLATES = 60_000
const ROUNDS = 3
const ROUND_SECONDS = 4
const PRICE_CREDITS = 80

interface Figure {
  readonly count: number
  readonly perSecond: number
  readonly p50Ms: number
  readonly p99Ms: number
}

interface Buyer {
  readonly token: string
  /** How many templates this buyer has bought: the next one is the next in line. */
  bought: number
}

/** Fills its own store, lets both sides buy alternately, and prints both and their ratio. */
export async function benchPurchases(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'vitrine-bench-purchases-'))
  const postgres = await startEmbeddedPostgres({ folder, maxConnections: 150 })
  let server: ChildProcess | undefined
  try {
    await postgres.createDatabase('bench')
    const url = postgres.url('bench')
    await migrate(url, { folder: resolve(import.meta.dirname, '../../packages/store/migrations') })
    const db = connect(url, { max: 8 })
    try {
      const { templateIds, buyers } = await fill(db)
      const port = await findFreePort()
      mkdirSync(join(folder, 'store'))
      server = fork(join(import.meta.dirname, '../money/server-process.ts'), {
        env: { ...process.env, DATABASE_URL: url, PORT: String(port), FOLDER: join(folder, 'store') },
      })
      await once(server, 'message')
      const store = { port, pid: server.pid as number, postgresPid: postgres.pid }
      for (const clients of CLIENT_COUNTS) await compare({ clients, store, templateIds, buyers, url, folder })
      const { transfers, faults } = await checkLedger(db)
      if (faults.length > 0) throw new Error(`the ledger is not sound: ${faults.slice(0, 5).join('; ')}`)
      console.log(`  the ledger of all ${transfers} transfers is sound`)
    } finally {
      await disconnect(db)
    }
  } finally {
    server?.kill('SIGKILL')
    await postgres.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Every client has its own buyer: no customer buys twice at the same time. */
async function fill(db: Db): Promise<{ templateIds: string[]; buyers: Buyer[] }> {
  await addCatalogueFiles(db)
  const model = await addTemplate(db, { name: 'Model', priceCredits: PRICE_CREDITS, priceCreditsIndia: PRICE_CREDITS })
  await db.execute(sql`
    insert into templates (id, kind, status, name, description, categories, sections, compatibility, price_credits,
      price_credits_india, license_name, license_summary, poster_asset_id, preview_asset_id, dominant_color,
      current_version_id)
    select 'bench-' || n, kind, status, 'Video ' || n, description, categories, sections, compatibility, price_credits,
      price_credits_india, license_name, license_summary, poster_asset_id, preview_asset_id, dominant_color,
      current_version_id
    from templates, generate_series(0, ${TEMPLATES - 1}::int) n where templates.id = ${model}`)
  const buyers: Buyer[] = []
  const maxClients = Math.max(...CLIENT_COUNTS)
  // As many again, in the order of their accounts, for the yardstick.
  for (let index = 0; index < 2 * maxClients; index++) {
    const userId = await addMember(db, TEMPLATES * PRICE_CREDITS)
    if (index < maxClients) {
      buyers.push({ token: (await transaction(db, (tx) => startSession(tx, userId, true))).token, bought: 0 })
    } else {
      await db.execute(sql`
        create table if not exists bench_buyers (n integer primary key, user_id uuid not null, bought integer not null)`)
      await db.execute(sql`insert into bench_buyers values (${index - maxClients}, ${userId}, 0)`)
    }
  }
  await db.execute(sql`vacuum analyze`)
  return { templateIds: Array.from({ length: TEMPLATES }, (_, n) => `bench-${n}`), buyers }
}

interface Round {
  readonly clients: number
  readonly store: { readonly port: number; readonly pid: number; readonly postgresPid: number }
  readonly templateIds: readonly string[]
  readonly buyers: readonly Buyer[]
  readonly url: string
  readonly folder: string
}

async function compare(round: Round): Promise<void> {
  const ours: Figure[] = []
  const theirs: Figure[] = []
  const { pid, postgresPid } = round.store
  const serverBefore = readCpuSeconds(pid)
  const [ourDatabase, theirDatabase] = [new CpuPerPurchase(postgresPid), new CpuPerPurchase(postgresPid)]
  // In turns, so that a slow minute of the machine hits both.
  for (let turn = 0; turn < ROUNDS; turn++) {
    theirs.push(await theirDatabase.during(() => runYardstick(round)))
    ours.push(await ourDatabase.during(() => buyThroughHttp(round)))
  }
  const serverMs = ((readCpuSeconds(pid) - serverBefore) * 1000) / ourDatabase.purchases
  const [a, b] = [median(ours), median(theirs)]
  record({
    name: `purchases: ${round.clients} ${round.clients === 1 ? 'client' : 'clients'}`,
    ...summarise(ours.map(({ perSecond }) => perSecond)),
    ...{ unit: 'a second', better: 'higher', ratio: a.perSecond / b.perSecond },
  })
  console.log(
    `purchases, ${round.clients} ${round.clients === 1 ? 'client' : 'clients'}\n` +
      `  vitrine    ${row(a)}   CPU each: server ${serverMs.toFixed(2)} ms, PostgreSQL ${ourDatabase.milliseconds()} ms\n` +
      `  ${(hasPgbench ? 'pgbench' : 'pg driver').padEnd(11)}${row(b)}   CPU each: PostgreSQL ${theirDatabase.milliseconds()} ms\n` +
      `  ratio      ${(a.perSecond / b.perSecond).toFixed(2)}`,
  )
}

/** CPU time of PostgreSQL per purchase: it survives a noisy machine better than wall time. */
class CpuPerPurchase {
  purchases = 0
  #seconds = 0
  readonly #pid: number

  constructor(pid: number) {
    this.#pid = pid
  }

  async during(work: () => Promise<Figure>): Promise<Figure> {
    const before = readFamilyCpuSeconds(this.#pid)
    const figure = await work()
    this.#seconds += readFamilyCpuSeconds(this.#pid) - before
    this.purchases += figure.count
    return figure
  }

  milliseconds(): string {
    return ((this.#seconds * 1000) / this.purchases).toFixed(2)
  }
}

async function buyThroughHttp({ clients, store, templateIds, buyers }: Round): Promise<Figure> {
  const agent = new Agent({ keepAlive: true, maxSockets: clients })
  const end = performance.now() + ROUND_SECONDS * 1000
  const latencies: number[] = []
  const began = performance.now()
  await Promise.all(
    buyers.slice(0, clients).map(async (buyer, index) => {
      while (performance.now() < end) {
        // Buyers begin at different places, so that few buy the same template at the same moment.
        const templateId = templateIds[(index * 593 + buyer.bought) % templateIds.length] as string
        if (++buyer.bought > templateIds.length) throw new Error('a buyer owns every template; add some')
        const sentAt = performance.now()
        await buy(store.port, agent, buyer.token, templateId)
        latencies.push(performance.now() - sentAt)
      }
    }),
  )
  const seconds = (performance.now() - began) / 1000
  agent.destroy()
  return toFigure(latencies, seconds)
}

function buy(port: number, agent: Agent, token: string, templateId: string): Promise<void> {
  const body = JSON.stringify({ templateId, templateType: 'video', expectedCredits: PRICE_CREDITS })
  const headers = {
    authorization: `Bearer ${token}`,
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(body),
  }
  return new Promise((done, fail) => {
    const path = '/api/purchase-template'
    const call = request({ host: '127.0.0.1', port, agent, method: 'POST', path, headers }, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('end', () => {
        const answer = Buffer.concat(chunks).toString()
        if (response.statusCode !== 200 || JSON.parse(answer).charged !== PRICE_CREDITS) {
          return fail(new Error(`a purchase answered ${response.statusCode}: ${answer}`))
        }
        done()
      })
    })
    call.on('error', fail)
    call.end(body)
  })
}

/**
 * One purchase as the rows it leaves: entitlement, transfer, two entries, balance, count. `:client_id` is given; what a
 * statement returns is known to those after it. pgbench sees variables within quotes, too: names of accounts are joined.
 */
const YARDSTICK: readonly { readonly text: string; readonly returns?: true }[] = [
  { text: 'begin' },
  {
    text: `update bench_buyers set bought = bought + 1 where n = :client_id
           returning user_id, 'user:' || user_id || ':' || 'promotional' as account_id, 'bench-' || ((n * 593 + bought) % ${TEMPLATES}) as template_id`,
    returns: true,
  },
  {
    text: `insert into entitlements (user_id, template_id, credits_charged, spend_key, template_name, license_name,
             license_summary)
           select :user_id::uuid, id, ${PRICE_CREDITS}, 'entitlement:' || :user_id::text || ':' || id, name, license_name,
             license_summary
           from templates where id = :template_id::text`,
  },
  {
    text: `select balance - ${PRICE_CREDITS} as balance from credit_accounts
           where id = :account_id::text for update`,
    returns: true,
  },
  {
    text: `insert into credit_transfers (idempotency_key, from_account, to_account, credits, reason, description)
           values ('entitlement:' || :user_id::text || ':' || :template_id::text, :account_id::text,
             'system' || ':' || 'sales', ${PRICE_CREDITS}, 'template', 'Video') returning id as transfer_id`,
    returns: true,
  },
  {
    text: `insert into credit_entries (transfer_id, account_id, credits, balance_after)
           values (:transfer_id::uuid, :account_id::text, -${PRICE_CREDITS}, :balance::bigint),
             (:transfer_id::uuid, 'system' || ':' || 'sales', ${PRICE_CREDITS}, null)`,
  },
  {
    text: `update credit_accounts set balance = :balance::bigint where id = :account_id::text`,
  },
  { text: 'update templates set purchase_count = purchase_count + 1 where id = :template_id::text' },
  { text: 'commit' },
]

const hasPgbench = await promisify(execFile)('pgbench', ['--version']).then(
  () => true,
  () => false,
)

function runYardstick(round: Round): Promise<Figure> {
  return hasPgbench ? runPgbench(round) : runDriver(round)
}

async function runPgbench({ clients, url, folder }: Round): Promise<Figure> {
  const logs = mkdtempSync(join(folder, 'pgbench-'))
  const script = join(logs, 'purchase.sql')
  // A line break would end a statement's \gset.
  const lines = YARDSTICK.map(({ text, returns }) => text.replaceAll(/\s+/g, ' ') + (returns ? ' \\gset' : ';'))
  writeFileSync(script, `${lines.join('\n')}\n`)
  const threads = String(Math.min(clients, 2))
  const args = ['-n', '-M', 'prepared', '-c', String(clients), '-j', threads, '-T', String(ROUND_SECONDS), '-f', script]
  const { stdout } = await promisify(execFile)('pgbench', [...args, '-l', `--log-prefix=${join(logs, 'log')}`, url])
  if (!/number of failed transactions: 0 /.test(stdout)) throw new Error(stdout)
  const perSecond = Number(/^tps = ([\d.]+)/m.exec(stdout)?.[1])
  const latencies = readdirSync(logs)
    .filter((name) => name.startsWith('log.'))
    .flatMap((name) => readFileSync(join(logs, name), 'utf8').trimEnd().split('\n'))
    // Third column: microseconds.
    .map((line) => Number(line.split(' ')[2]) / 1000)
  return { ...toFigure(latencies, ROUND_SECONDS), perSecond }
}

/** The same statements through the store's driver, without pgbench. */
async function runDriver({ clients, url }: Round): Promise<Figure> {
  const latencies: number[] = []
  const end = performance.now() + ROUND_SECONDS * 1000
  const began = performance.now()
  await Promise.all(
    Array.from({ length: clients }, async (_, clientId) => {
      const client = new pg.Client({ connectionString: url })
      await client.connect()
      while (performance.now() < end) {
        const sentAt = performance.now()
        const known: Record<string, unknown> = { client_id: clientId }
        for (const [index, { text, returns }] of YARDSTICK.entries()) {
          const names: string[] = []
          const numbered = text.replaceAll(/(?<!:):([a-z_]+)/g, (_match, name: string) => {
            if (!names.includes(name)) names.push(name)
            return `$${names.indexOf(name) + 1}`
          })
          const statement = { name: `step-${index}`, text: numbered, values: names.map((name) => known[name]) }
          const { rows } = await client.query(statement)
          if (returns) Object.assign(known, rows[0])
        }
        latencies.push(performance.now() - sentAt)
      }
      await client.end()
    }),
  )
  return toFigure(latencies, (performance.now() - began) / 1000)
}

function toFigure(latencies: number[], seconds: number): Figure {
  latencies.sort((a, b) => a - b)
  const at = (part: number) => latencies[Math.floor(latencies.length * part)] ?? 0
  return { count: latencies.length, perSecond: latencies.length / seconds, p50Ms: at(0.5), p99Ms: at(0.99) }
}

function median(figures: readonly Figure[]): Figure {
  return figures.toSorted((a, b) => a.perSecond - b.perSecond)[Math.floor(figures.length / 2)] as Figure
}

function row({ perSecond, p50Ms, p99Ms }: Figure): string {
  const ms = (value: number) => `${value.toFixed(1)} ms`.padStart(9)
  return `${Math.round(perSecond).toString().padStart(5)} per second   median ${ms(p50Ms)}   p99 ${ms(p99Ms)}`
}
