// Tracks the request that caused a piece of work, including the jobs that the request enqueued.
import { AsyncLocalStorage } from 'node:async_hooks'

export interface Origin {
  /** The id that the caller received in `x-request-id`. */
  readonly requestId?: string
  /** The trace that it belongs to, as a W3C `traceparent`: `00-<trace>-<span>-01`. */
  readonly traceparent?: string
}

const origins = new AsyncLocalStorage<Origin>()

/** Runs `work`, and everything that it starts, with `origin`. */
export function runWithOrigin<T>(origin: Origin, work: () => T): T {
  return origins.run(origin, work)
}

/** The origin of the current work; empty for work without a request. */
export function currentOrigin(): Origin {
  return origins.getStore() ?? {}
}

const NAMES = ['requestId', 'traceparent'] as const

/** Converts an origin to flags of a job, which do not affect the job's payload. */
export function toFlags(origin: Origin): string[] {
  return NAMES.flatMap((name) => (origin[name] === undefined ? [] : [`${name}=${origin[name]}`]))
}

/** Restores an origin from a job's flags. */
export function fromFlags(flags: readonly string[]): Origin {
  const found = NAMES.flatMap((name) => {
    const flag = flags.find((each) => each.startsWith(`${name}=`))
    return flag === undefined ? [] : [[name, flag.slice(name.length + 1)] as const]
  })
  return Object.fromEntries(found)
}
