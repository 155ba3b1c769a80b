// SVG path data: its tokens, and whether a text is nothing else.

/** A command letter, or a number. */
export const PATH_TOKEN = /([MmLlHhVvCcSsQqTtAaZz])|(-?(?:\d+\.\d*|\.?\d+)(?:[eE][-+]?\d+)?)/g

/** Path data that the reader understands completely. */
export function isPathData(data: string): boolean {
  return data.replace(PATH_TOKEN, '').replace(/[\s,+]/g, '') === '' && /^\s*[Mm]/.test(data)
}
