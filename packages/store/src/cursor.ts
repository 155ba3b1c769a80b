// Cursors of keyset pagination: opaque to clients, validated when they come back.
import { ApiError } from '@vitrine/contract/api-error'

/** Packs the last row's order value and id, with the name of the order they belong to. */
export function encodeCursor(order: string, place: readonly [number, string]): string {
  return Buffer.from(JSON.stringify([order, ...place])).toString('base64url')
}

/** Unpacks what `encodeCursor` packed. Refuses invalid-input for anything else, also for a cursor of another order. */
export function decodeCursor(order: string, cursor: string): [number, string] {
  const [, value, id] = decodeOrderedCursor([order], cursor)
  return [value, id]
}

/** As `decodeCursor`, of a list that goes on in another order where one ends; tells which order the cursor belongs to. */
export function decodeOrderedCursor(orders: readonly string[], cursor: string): [string, number, string] {
  try {
    const [order, value, id, ...rest]: unknown[] = JSON.parse(Buffer.from(cursor, 'base64url').toString())
    const known = orders.find((each) => each === order)
    if (known !== undefined && Number.isSafeInteger(value) && typeof id === 'string' && rest.length === 0) {
      return [known, value as number, id]
    }
  } catch {
    // Not even JSON: the same error as for any other made-up cursor.
  }
  throw new ApiError('invalid-input', { issues: [{ path: 'cursor', message: 'Unknown cursor' }] })
}
