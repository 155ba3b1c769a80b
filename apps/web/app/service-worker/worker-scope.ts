// The part of a service worker's global scope that is used. The library of types for workers cannot be loaded beside that for pages.

interface LifecycleEvent extends Event {
  waitUntil(promise: Promise<unknown>): void
}

export interface WorkerScope {
  readonly location: Location
  readonly clients: {
    claim(): Promise<void>
    matchAll(): Promise<readonly { postMessage(message: unknown): void }[]>
  }
  skipWaiting(): Promise<void>
  addEventListener(type: 'install' | 'activate' | 'message', listener: (event: LifecycleEvent) => void): void
}
