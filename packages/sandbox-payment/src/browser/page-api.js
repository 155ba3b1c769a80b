// What the pages of the sandbox share: their elements, and calls of its API.

/**
 * @template {HTMLElement} T
 * @param {string} id
 * @param {{ new (): T }} kind
 * @returns {T}
 */
export function byId(id, kind) {
  const element = document.getElementById(id)
  if (!(element instanceof kind)) throw new Error(`the page has no ${id}`)
  return element
}

/**
 * @param {string} path
 * @param {unknown} [body]
 * @returns {Promise<any>} the answer's JSON; `{}` when there was none
 */
export async function ask(path, body) {
  try {
    const response = await fetch(`/sandbox/payment/api/${path}`, {
      ...(body !== undefined && {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      }),
    })
    const answer = await response.json()
    // The shop answers for an unreachable gateway, in its own error format.
    return typeof answer.error === 'string' ? { error: { description: answer.error } } : answer
  } catch {
    return {}
  }
}
