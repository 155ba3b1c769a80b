// Links to Buy Credits with the number of credits needed, and chooses the smallest pack that covers the difference.
import type { CreditPack } from '@vitrine/contract/payments'

const parameter = 'need'
/** More than any cart can cost; larger values are invalid. */
const maxCredits = 100_000_000

/** `/buy-credits?next=…&need=…`, to return to a path of this store with at least this many credits. */
export function buyCreditsPath(from: string, neededCredits: number): string {
  return `/buy-credits?${new URLSearchParams({ next: from, [parameter]: String(neededCredits) })}`
}

/** URL parameters that name the credits needed; none without a shortage. */
export function neededParameters(neededCredits: number | undefined): Record<string, string> {
  return neededCredits === undefined ? {} : { [parameter]: String(neededCredits) }
}

/** The total credits that the visitor needs, or undefined when the address does not name them. */
export function findNeededCredits(searchParams: URLSearchParams): number | undefined {
  const text = searchParams.get(parameter) ?? ''
  const credits = Number(text)
  return /^[1-9]\d*$/.test(text) && credits <= maxCredits ? credits : undefined
}

/** The credits missing; 0 when there are enough. */
export function missingCredits(neededCredits: number | undefined, balance: number): number {
  return Math.max(0, (neededCredits ?? 0) - balance)
}

/** The smallest pack on sale that covers the shortage; undefined without one, or when no pack is large enough. */
export function findCoveringPack(packs: readonly CreditPack[], missing: number): CreditPack | undefined {
  if (missing === 0) return undefined
  return packs
    .filter(({ isAvailable, credits }) => isAvailable && credits >= missing)
    .toSorted((a, b) => a.credits - b.credits)[0]
}
