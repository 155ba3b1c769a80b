// SVG path data: its tokens, and a check that a text consists of nothing else.

/** A command letter, or a number. */
export const PATH_TOKEN = /([MmLlHhVvCcSsQqTtAaZz])|(-?(?:\d+\.\d*|\.?\d+)(?:[eE][-+]?\d+)?)/g

/** Whether the path reader understands the whole text. */
export function isPathData(data: string): boolean {
  return data.replace(PATH_TOKEN, '').replace(/[\s,+]/g, '') === '' && /^\s*[Mm]/.test(data)
}
