// Uploads of a form that have not finished: the form waits for them before it is saved.
import { createContext, use } from 'react'

export class PendingFiles {
  #count = 0
  #waiting: ((areSent: boolean) => void)[] = []

  get isEmpty(): boolean {
    return this.#count === 0
  }

  begin(): void {
    this.#count += 1
  }

  end(isSent: boolean): void {
    this.#count -= 1
    if (isSent && this.#count > 0) return
    for (const tell of this.#waiting.splice(0)) tell(isSent)
  }

  /** Resolves with false as soon as one fails. */
  wait(): Promise<boolean> {
    return this.isEmpty ? Promise.resolve(true) : new Promise((resolve) => this.#waiting.push(resolve))
  }
}

export const PendingFilesContext = createContext(new PendingFiles())

/** For a field that uploads files: the uploads of the surrounding form. */
export const usePendingFiles = (): PendingFiles => use(PendingFilesContext)
