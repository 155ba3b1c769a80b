// State that lives outside React: values with subscribers, and notifications for state that is read in other ways.
import { useSyncExternalStore } from 'react'

/** Calls a listener after every change. Returns a function that unsubscribes. */
export type Subscribe = (listener: () => void) => () => void

export interface Notifier {
  /** Calls every listener, in the order in which they subscribed. */
  notify(): void
  subscribe: Subscribe
}

/** A list of listeners, for state that is stored elsewhere. */
export function createNotifier(): Notifier {
  const listeners = new Set<() => void>()
  return {
    notify() {
      for (const listener of listeners) listener()
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

export interface Observable<T> {
  get(): T
  /** Notifies unless the value is the same by `Object.is`. */
  set(value: T): void
  subscribe: Subscribe
}

/** A value with subscribers. */
export function createObservable<T>(first: T): Observable<T> {
  const { notify, subscribe } = createNotifier()
  let value = first
  return {
    get: () => value,
    set(next) {
      if (Object.is(next, value)) return
      value = next
      notify()
    },
    subscribe,
  }
}

/** The current value; the component renders again when it changes. */
export function useObservable<T>(observable: Pick<Observable<T>, 'get' | 'subscribe'>): T {
  return useSyncExternalStore(observable.subscribe, observable.get, observable.get)
}
