// The one-hour cache of template pages: one entry per template in local storage, and one pending request per template.
import type { TemplateKind } from '@vitrine/contract/catalogue'

const lifetimeMs = 3_600_000
const prefix = 'vitrine-template:'

const pending = new Map<string, Promise<unknown>>()
const toStorageKey = (kind: TemplateKind, templateId: string) =>
  `${prefix}${kind}:${templateId.replace(/-template$/, '')}`

/** The cached template, younger than an hour; an older entry is removed. */
export function findCached<T>(kind: TemplateKind, templateId: string): T | undefined {
  const key = toStorageKey(kind, templateId)
  try {
    const entry = JSON.parse(localStorage.getItem(key) ?? 'null') as { timestamp: number; data: T } | null
    if (!entry) return undefined
    if (Date.now() - entry.timestamp < lifetimeMs) return entry.data
    localStorage.removeItem(key)
  } catch {
    // Without storage, or with unreadable content, the server is asked.
  }
  return undefined
}

/** Caches a template for an hour. When the storage is full, entries of other templates are removed. */
export function putCached(kind: TemplateKind, templateId: string, data: unknown): void {
  const entry = JSON.stringify({ timestamp: Date.now(), data })
  try {
    localStorage.setItem(toStorageKey(kind, templateId), entry)
  } catch {
    try {
      for (const key of Object.keys(localStorage)) if (key.startsWith(prefix)) localStorage.removeItem(key)
      localStorage.setItem(toStorageKey(kind, templateId), entry)
    } catch {
      // Without storage every visit requests the template.
    }
  }
}

/** The cached template, or the result of `ask`. Coalesces concurrent requests; failures are not cached. */
export function getCached<T>(kind: TemplateKind, templateId: string, ask: () => Promise<T>): Promise<T> {
  const cached = findCached<T>(kind, templateId)
  if (cached !== undefined) return Promise.resolve(cached)
  const key = toStorageKey(kind, templateId)
  const running = pending.get(key) as Promise<T> | undefined
  if (running) return running
  const asking = ask()
    .then((data) => {
      putCached(kind, templateId, data)
      return data
    })
    .finally(() => pending.delete(key))
  pending.set(key, asking)
  return asking
}
