// Cursors of keyset pagination: opaque to clients, validated on return.
import { ApiError } from '@vitrine/contract/api-error'

/** Encodes the last row's sort value and id, with the name of their order. */
export function encodeCursor(order: string, place: readonly [number, string]): string {
  return Buffer.from(JSON.stringify([order, ...place])).toString('base64url')
}

/** Decodes a cursor of `encodeCursor`. Throws `invalid-input` for anything else, also for a cursor of another order. */
export function decodeCursor(order: string, cursor: string): [number, string] {
  const [, value, id] = decodeOrderedCursor([order], cursor)
  return [value, id]
}

/** Like `decodeCursor`, for a list that consists of several orders; returns which order the cursor belongs to. */
export function decodeOrderedCursor(orders: readonly string[], cursor: string): [string, number, string] {
  try {
    const [order, value, id, ...rest]: unknown[] = JSON.parse(Buffer.from(cursor, 'base64url').toString())
    const known = orders.find((each) => each === order)
    if (known !== undefined && Number.isSafeInteger(value) && typeof id === 'string' && rest.length === 0) {
      return [known, value as number, id]
    }
  } catch {
    // Not JSON: the same error as for any other invalid cursor.
  }
  throw new ApiError('invalid-input', { issues: [{ path: 'cursor', message: 'Unknown cursor' }] })
}
