// What browsers and Node both have beyond the language itself. The packages that run in both
// (tsconfig.json beside this file) are checked against this file alone, so that nothing of the DOM or of Node can slip in.
declare class TextEncoder {
  encode(text?: string): Uint8Array<ArrayBuffer>
}

declare var crypto: {
  readonly subtle: { digest(algorithm: 'SHA-256', data: Uint8Array<ArrayBuffer>): Promise<ArrayBuffer> }
}

declare function structuredClone<T>(value: T): T
