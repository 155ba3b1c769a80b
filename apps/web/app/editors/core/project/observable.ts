// A value with subscribers, for editor state that lives outside React.
import { useSyncExternalStore } from 'react'

export interface Observable<T> {
  get(): T
  set(value: T): void
  subscribe(listener: () => void): () => void
}

export function createObservable<T>(first: T): Observable<T> {
  let value = first
  const listeners = new Set<() => void>()
  return {
    get: () => value,
    set(next) {
      if (Object.is(next, value)) return
      value = next
      for (const listener of listeners) listener()
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

/** The present value; the component renders again when it changes. */
export function useObservable<T>(observable: Pick<Observable<T>, 'get' | 'subscribe'>): T {
  return useSyncExternalStore(observable.subscribe, observable.get, observable.get)
}
