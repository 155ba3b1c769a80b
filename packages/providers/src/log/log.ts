// The process log: one line per event, as text or JSON, without personal data.
import { type Logger, pino } from 'pino'

export const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const
export type LogLevel = (typeof LOG_LEVELS)[number]
export const LOG_FORMATS = ['text', 'json'] as const
export type LogFormat = (typeof LOG_FORMATS)[number]
export type Log = Logger

interface LogOptions {
  readonly level: LogLevel
  readonly format: LogFormat
  /** The name of the process, such as `server`. */
  readonly name: string
  /** Receives each line with its line break; standard output by default. */
  readonly write?: (line: string) => void
}

export function createLog({ level, format, name, write = writeOut }: LogOptions): Log {
  return pino(
    {
      level,
      base: { process: name, pid: process.pid },
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      redact: ['req.headers.authorization', 'req.headers.cookie'],
      serializers: { err: describeError },
    },
    { write: format === 'json' ? write : (line: string) => write(toText(line)) },
  )
}

function writeOut(line: string): void {
  process.stdout.write(line)
}

interface DescribedError {
  readonly type: string
  readonly message: string
  readonly code?: string
  readonly stack?: string
  readonly cause?: DescribedError | string
}

/** The database's client appends the values of a failed statement: addresses, names, hashes of passwords. */
const VALUES = /\nparams: [\s\S]*?(?=\n {4}at |$)/g
const DEEPEST = 5

/**
 * An error's message, code and stack. Other properties are omitted, because errors of databases and HTTP clients contain the data
 * of the request.
 */
function describeError(error: unknown, depth = 0): DescribedError | string {
  if (typeof error === 'object' && error !== null && !(error instanceof Error))
    return `not an error, but an object with ${Object.keys(error).join(', ') || 'nothing in it'}`
  if (!(error instanceof Error)) return String(error)
  const { code } = error as NodeJS.ErrnoException
  return {
    type: error.name,
    message: error.message.replace(VALUES, ''),
    ...(typeof code === 'string' && { code }),
    ...(error.stack !== undefined && { stack: error.stack.replace(VALUES, '') }),
    ...(error.cause !== undefined && depth < DEEPEST && { cause: describeError(error.cause, depth + 1) }),
  }
}

/** The event as text: time, level, process, message, then all other values as name=value. */
function toText(line: string): string {
  const { time, level, process: name, pid: _, msg = '', err, ...rest } = JSON.parse(line) as Record<string, unknown>
  const facts = Object.entries(rest).map(([key, value]) => `${key}=${quote(value)}`)
  const parts = [time, String(level).toUpperCase().padEnd(5), name, msg, ...facts, ...(err ? [errorText(err)] : [])]
  return `${parts.filter(Boolean).join(' ')}\n`
}

function errorText(error: unknown): string {
  if (typeof error !== 'object' || error === null) return `error=${quote(error)}`
  const { type, message, code, stack, cause } = error as DescribedError
  const place = /\n\s+at (.*)/.exec(stack ?? '')?.[1]
  const known = [`error=${quote(`${type}: ${message}`)}`, code && `code=${code}`, place && `at=${quote(place)}`]
  return [...known, cause && `cause: ${errorText(cause)}`].filter(Boolean).join(' ')
}

function quote(value: unknown): string {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? '')
  return /^[\w./:@+-]+$/.test(text) ? text : JSON.stringify(text)
}

// One log per process, as it has one output. Before `useLog`, and in tests, it writes text.
let current: Log | undefined

/** Sets the log that `processLog` returns. */
export function useLog(log: Log): void {
  current = log
}

/** The log of this process, for code too deep to receive one. */
export function processLog(): Log {
  current ??= createLog({ level: 'warn', format: 'text', name: 'vitrine' })
  return current
}
