// What a customer's work has left on this device: photos, clips, drafts, and what was made of them. Deleted for whoever uses
// the device next. Settings of the device stay, such as light or dark.

/** Databases of this site with a customer's work: the editors' drafts, their files, and projects of visitors. */
const isWork = (name: string | undefined): name is string => name?.startsWith('vitrine-') === true

/** The steps that editors can undo. Their outcome is in the account or in a draft: nothing is lost with them. */
export const historyDatabase = 'vitrine-history'

/** Whose the work of visitors is, layers that were copied, payments and purchases that were begun. */
const storedKeys = ['vitrine-guests', 'vitrine-copied', 'vitrine-colors', 'vitrine-checkout', 'vitrine-open-payment']

/** Whether photos, clips or drafts are here. Never rejects; false where the browser does not say. */
export async function hasDeviceWork(): Promise<boolean> {
  const [folders, databases] = await Promise.all([listFolders(), listDatabases()])
  for (const folder of folders) if (!(await folder.keys().next()).done) return true
  for (const name of databases) if (name !== historyDatabase && (await countEntries(name)) > 0) return true
  return false
}

/** Removes the steps that editors can undo. Never rejects. */
export async function deleteHistories(): Promise<void> {
  const databases = await listDatabases()
  if (databases.includes(historyDatabase)) await inDatabase(historyDatabase, 'readwrite', (store) => store.clear())
}

/** Removes all of it. Never rejects: what another tab holds open is removed as far as the browser allows. */
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

/** The types do not know yet that a folder can be iterated over. */
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

/** To open a database by its name would make one that is not there. */
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

/** What a request on each store of a database answers; empty when the database cannot be used. */
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
