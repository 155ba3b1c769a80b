// Wire schemas of the admin status page.
import { z } from 'zod'
import { googleAuthRequest } from './accounts.ts'
import { sentence } from './sentence.ts'

const moment = z.iso.datetime()

const statusAlert = z.object({
  severity: z.enum(['warning', 'critical']),
  /** Stable, for tests and translations. */
  code: z.string(),
  what: z.string(),
  /** What the owner can do about it. */
  todo: z.string(),
  whatText: z.string().describe('`what` before its values were put into it, for its translation'),
  todoText: z.string(),
  values: z.record(z.string(), z.union([z.string(), z.number()])),
})
export type StatusAlert = z.infer<typeof statusAlert>

const maintenanceRun = z.object({
  endedAt: moment,
  isGood: z.boolean(),
  /** The size of a backup, or the result of a check, in English. */
  summary: z.string(),
  sentence: sentence.describe('The same for its translation'),
})

const process = z.object({ name: z.string(), version: z.string(), host: z.string(), count: z.int() })

const queue = z.object({
  task: z.string(),
  waiting: z.int(),
  running: z.int(),
  /** Planned for later, or waiting before another attempt. */
  planned: z.int(),
  /** Jobs without another attempt. */
  givenUp: z.int(),
  /** How long the oldest waiting job has been due. */
  oldestSeconds: z.number(),
})

const stuckJob = z.object({
  jobId: z.string(),
  task: z.string(),
  attempts: z.int(),
  maxAttempts: z.int(),
  since: moment,
  reason: z.enum(['running-long', 'not-taken', 'given-up']),
  error: z.string(),
})

const slowQuery = z.object({
  statement: z.string(),
  calls: z.int(),
  meanMs: z.number(),
  longestMs: z.number(),
})

const failingRenders = z.object({
  completed: z.int(),
  failed: z.int(),
  reasons: z.array(z.object({ code: z.string(), count: z.int(), templateId: z.string() })),
})

const provider = z.object({ name: z.string(), isSandbox: z.boolean(), detail: z.string() })

/** One-time codes of the current day: `closedSeconds` until they are sent again, 0 while they are. */
const codes = z.object({ channel: z.enum(['mail', 'sms']), perDay: z.int(), sent: z.int(), closedSeconds: z.int() })

export const storeStatus = z.object({
  at: moment,
  version: z.string(),
  alerts: z.array(statusAlert),
  processes: z.array(process),
  database: z.object({
    version: z.string(),
    sizeBytes: z.int(),
    connections: z.int(),
    maxConnections: z.int(),
    migration: z.string(),
  }),
  storage: z.object({
    isReachable: z.boolean(),
    kind: z.enum(['disk', 's3']),
    detail: z.string(),
    freeBytes: z.int().nullable(),
  }),
  queue: z.array(queue),
  stuckJobs: z.array(stuckJob),
  /** Of the last 24 hours. */
  renders: failingRenders,
  slowQueries: z.object({ source: z.enum(['pg_stat_statements', 'this-server']), queries: z.array(slowQuery) }),
  providers: z.array(provider),
  ignoredSettings: z.array(z.string()).describe('What is stored and cannot be used, such as `brand.logo`'),
  codes: z.array(codes),
  lastBackup: maintenanceRun.nullable(),
  lastLedgerCheck: maintenanceRun.nullable(),
})
export type StoreStatus = z.infer<typeof storeStatus>

export const launchTest = z.enum(['mail', 'sms', 'payment', 'address', 'storage', 'sign-in'])
export type LaunchTest = z.infer<typeof launchTest>

/** The sign-in test needs Google's response for a user who signs in; the others need nothing. */
export const launchTestRequest = googleAuthRequest.pick({ token: true, nonce: true }).nullish()
export type LaunchTestRequest = z.infer<typeof launchTestRequest>

const launchCheck = z.object({
  code: z.string(),
  title: z.string(),
  state: z.enum(['done', 'open', 'accepted']),
  /** The result, in English. */
  found: z.string(),
  findings: z.array(sentence).describe('The same for its translation'),
  /** What the owner can do about it; empty when there is nothing to do. */
  todo: z.string(),
  /** The test that this check requires. */
  test: launchTest.nullable(),
  /** Whether the last run of that test failed. */
  hasFailed: z.boolean(),
})
export type LaunchCheck = z.infer<typeof launchCheck>

/** The requirements of a store before it opens. */
export const launchChecklist = z.object({
  checks: z.array(launchCheck),
  /** From the settings `launch`, which store what the owner accepts. */
  accepted: z.array(z.string()),
  revision: z.int(),
})
export type LaunchChecklist = z.infer<typeof launchChecklist>
