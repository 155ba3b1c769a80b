// Time and storage of the browsers in the project model. What runs in a page has its own timers, storage and network, and all of it
// ends at once when the page is killed. What the server does runs outside of pages, in real time.
import { AsyncLocalStorage } from 'node:async_hooks'

/** One loaded page of a browser. */
export interface Realm {
  isAlive: boolean
  readonly localStorage: Map<string, string>
}

interface Timer {
  readonly atMs: number
  readonly realm: Realm
  readonly run: () => void
}

const realms = new AsyncLocalStorage<Realm | undefined>()

/** A promise that never settles, like everything awaited by a closed page. */
export const never = <T>(): Promise<T> => new Promise<T>(() => undefined)

/** Runs code of a page; what it begins belongs to the page, too. */
export const inRealm = <T>(realm: Realm, work: () => T): T => realms.run(realm, work)

/** Runs code of the server. */
export const outside = <T>(work: () => T): T => realms.run(undefined, work)

/** The clock that all pages share. */
export class Clock {
  readonly #timers = new Set<Timer>()
  readonly #inFlight = new Set<Promise<unknown>>()
  #nowMs = 0

  /** Puts the timers, storage and network of pages in place of Node's. Answers how to end that. */
  install(): () => void {
    const { setTimeout, clearTimeout, fetch } = globalThis
    const replaced = {
      setTimeout: (run: () => void, ms = 0, ...rest: unknown[]) => {
        const realm = realms.getStore()
        return realm ? this.#start({ atMs: this.#nowMs + ms, realm, run }) : setTimeout(run, ms, ...rest)
      },
      clearTimeout: (timer: never) => (this.#timers.has(timer) ? void this.#timers.delete(timer) : clearTimeout(timer)),
      fetch: (...request: Parameters<typeof fetch>) =>
        realms.getStore() ? Promise.reject(new TypeError('only the API is there')) : fetch(...request),
      // Every photo can be decoded, and no picture is ever drawn.
      ImageBitmap: class {},
      createImageBitmap: async () => ({ width: 40, height: 40, close: () => undefined }),
      requestAnimationFrame: () => 0,
      cancelAnimationFrame: () => undefined,
      localStorage: {
        getItem: (key: string) => realms.getStore()?.localStorage.get(key) ?? null,
        setItem: (key: string, value: string) => void realms.getStore()?.localStorage.set(key, value),
        removeItem: (key: string) => void realms.getStore()?.localStorage.delete(key),
      },
    }
    const before = Object.keys(replaced).map(
      (name) => [name, Object.getOwnPropertyDescriptor(globalThis, name)] as const,
    )
    for (const [name, value] of Object.entries(replaced))
      Object.defineProperty(globalThis, name, { value, configurable: true, writable: true })
    return () => {
      for (const [name, descriptor] of before) {
        if (descriptor) Object.defineProperty(globalThis, name, descriptor)
        else Reflect.deleteProperty(globalThis, name)
      }
    }
  }

  /** Notes work that `settle` waits for. */
  follow<T>(work: Promise<T>): Promise<T> {
    this.#inFlight.add(work)
    const end = () => void this.#inFlight.delete(work)
    work.then(end, end)
    return work
  }

  /** Waits until nothing is under way any more that does not wait for time. */
  async settle(): Promise<void> {
    for (let quiet = 0; quiet < 4; ) {
      if (this.#inFlight.size > 0) {
        await Promise.allSettled(this.#inFlight)
        quiet = 0
      }
      await turn()
      quiet = this.#inFlight.size > 0 ? 0 : quiet + 1
    }
  }

  /** Lets time pass, timer by timer. */
  async advance(ms: number): Promise<void> {
    const end = this.#nowMs + ms
    for (;;) {
      await this.settle()
      const due = [...this.#timers].filter(({ atMs }) => atMs <= end).sort((a, b) => a.atMs - b.atMs)[0]
      if (!due) break
      this.#timers.delete(due)
      this.#nowMs = Math.max(this.#nowMs, due.atMs)
      if (due.realm.isAlive) inRealm(due.realm, due.run)
    }
    this.#nowMs = end
  }

  #start(timer: Timer): Timer {
    this.#timers.add(timer)
    return timer
  }
}

/** A turn of Node's event loop. */
export const turn = (): Promise<void> => outside(() => new Promise((resolve) => setImmediate(resolve)))
