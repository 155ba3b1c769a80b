// What templates cost when, so that every charge can be compared with the prices of its moment.

interface Prices {
  readonly abroad: number
  readonly india: number
}

interface Entry extends Prices {
  /** From when the change was sent, to when the answer to the next one came: milliseconds since 1970. */
  readonly from: number
  until: number
}

/** What a customer was charged for one licence, and when: milliseconds since 1970. */
export interface Charge {
  readonly templateId: string
  readonly credits: number
  readonly isIndian: boolean
  readonly sentAt: number
  readonly answeredAt: number
}

export class PriceBook {
  readonly #entries = new Map<string, Entry[]>()

  /** The price from now on; call it before the change is sent, and the function it returns when the change is answered. */
  begin(templateId: string, prices: Prices): () => void {
    const entries = this.#entries.get(templateId) ?? []
    const before = entries.at(-1)
    entries.push({ ...prices, from: Date.now(), until: Number.POSITIVE_INFINITY })
    this.#entries.set(templateId, entries)
    return () => {
      if (before) before.until = Date.now()
    }
  }

  /** Whether a template cost so much at some moment between two. */
  wasAsked({ templateId, credits, isIndian, sentAt, answeredAt }: Charge): boolean {
    const entries = this.#entries.get(templateId) ?? []
    return entries.some((entry) => {
      const price = isIndian ? entry.india : entry.abroad
      return price === credits && answeredAt >= entry.from && sentAt <= entry.until
    })
  }

  /** How many changes of prices there were. */
  get changes(): number {
    return [...this.#entries.values()].reduce((sum, entries) => sum + entries.length - 1, 0)
  }
}
