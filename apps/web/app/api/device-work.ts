// A customer's work on this device: photos, clips, drafts, and files derived from them. Deleted for the next user of
// the device. Settings of the device stay, such as light or dark.
import { persisted } from './persisted.ts'

/** Databases of this site with a customer's work: the editors' drafts, their files, and projects of visitors. */
const isWork = (name: string | undefined): name is string => name?.startsWith('vitrine-') === true

/** The editors' undo history. The result of its steps is in the account or in a draft, so deleting it loses no work. */
export const historyDatabase = 'vitrine-history'

/** The owners of guest work, copied layers, unfinished payments and purchases. */
const storedKeys = ['vitrine-guests', 'vitrine-copied', 'vitrine-colors', 'vitrine-checkout', 'vitrine-open-payment']

/** Whether the device has photos, clips or drafts. Never rejects; false if the browser cannot tell. */
export async function hasDeviceWork(): Promise<boolean> {
  const [folders, databases] = await Promise.all([listFolders(), listDatabases()])
  for (const folder of folders) if (!(await folder.keys().next()).done) return true
  for (const name of databases) if (name !== historyDatabase && (await countEntries(name)) > 0) return true
  return false
}

/** Deletes the editors' undo histories. Never rejects. */
export async function deleteHistories(): Promise<void> {
  const databases = await listDatabases()
  if (databases.includes(historyDatabase)) await inDatabase(historyDatabase, 'readwrite', (store) => store.clear())
}

/** Deletes all of it. Never rejects: databases open in another tab are deleted as far as the browser allows. */
export async function deleteDeviceWork(): Promise<void> {
  for (const name of await listDatabases()) await inDatabase(name, 'readwrite', (store) => store.clear())
  try {
    const root = await navigator.storage.getDirectory()
    for (const { name } of await listFolders()) await root.removeEntry(name, { recursive: true }).catch(() => undefined)
    for (const key of storedKeys) localStorage.removeItem(key)
  } catch {
    // Without storage there is nothing to remove.
  }
}

/** The DOM types lack the iteration of a folder. */
type Folder = FileSystemDirectoryHandle & { keys(): AsyncIterator<string>; values(): AsyncIterable<FileSystemHandle> }

async function listFolders(): Promise<Folder[]> {
  try {
    const folders: Folder[] = []
    const root = (await navigator.storage.getDirectory()) as Folder
    for await (const entry of root.values()) if (entry.kind === 'directory') folders.push(entry as Folder)
    return folders
  } catch {
    return []
  }
}

/** Lists existing databases, because opening one by name would create it. */
async function listDatabases(): Promise<string[]> {
  try {
    return (await indexedDB.databases()).map(({ name }) => name).filter(isWork)
  } catch {
    return []
  }
}

async function countEntries(name: string): Promise<number> {
  const counts = await inDatabase(name, 'readonly', (store) => store.count())
  return counts.reduce((sum, count) => sum + count, 0)
}

/** The results of a request on each store of a database; empty when the database cannot be used. */
async function inDatabase<T>(
  name: string,
  mode: IDBTransactionMode,
  request: (store: IDBObjectStore) => IDBRequest<T>,
): Promise<T[]> {
  try {
    const database = await new Promise<IDBDatabase>((resolve, reject) => {
      const opening = indexedDB.open(name)
      opening.onsuccess = () => resolve(opening.result)
      opening.onerror = () => reject(opening.error)
    })
    const names = [...database.objectStoreNames]
    if (names.length === 0) return []
    return await new Promise<T[]>((resolve, reject) => {
      const transaction = database.transaction(names, mode)
      const requests = names.map((store) => request(transaction.objectStore(store)))
      transaction.oncomplete = () => resolve(requests.map(({ result }) => result))
      transaction.onabort = () => reject(transaction.error)
    }).finally(() => database.close())
  } catch {
    return []
  }
}

// The owners of guest work on this device: a guest id covers everything that is begun between two sign-ins, and belongs
// to the first account that signs in afterwards.

/** The account of each guest id; empty while no account has signed in since the guest started. */
type Guests = Record<string, string>

const stored = persisted('vitrine-guests', (value): Guests | undefined => {
  if (typeof value !== 'object' || value === null) return undefined
  return Object.fromEntries(Object.entries(value).filter(([, owner]) => typeof owner === 'string'))
})

const readGuests = (): Guests => stored.read() ?? {}

const writeGuests = (guests: Guests): void => stored.write(Object.keys(guests).length > 0 ? guests : undefined)

/** The unclaimed guest, if work was started since the last sign-in. */
export function findGuest(): string | undefined {
  return Object.entries(readGuests()).find(([, owner]) => owner === '')?.[0]
}

/** Stores that a visitor's work starts under this id. */
export function beginGuest(guestId: string): void {
  writeGuests({ ...readGuests(), [guestId]: '' })
}

/**
 * Assigns all unclaimed work on this device to this account permanently: accounts that sign in later do not get it,
 * even if it has not been moved completely. Call it whenever a session is known.
 */
export function bindGuests(userId: string): void {
  const guests = readGuests()
  if (!Object.values(guests).includes('')) return
  writeGuests(Object.fromEntries(Object.entries(guests).map(([guestId, owner]) => [guestId, owner || userId])))
}

/** Guests whose work belongs to this account. */
export function listGuestIds(userId: string): string[] {
  return Object.entries(readGuests()).flatMap(([guestId, owner]) => (owner === userId ? [guestId] : []))
}

/** Forgets a guest whose work is completely in the account. */
export function forgetGuest(guestId: string): void {
  const { [guestId]: _, ...others } = readGuests()
  writeGuests(others)
}
