// Loads third-party scripts (sign-in, payment) on the pages that need them.

const scripts = new Map<string, Promise<void>>()

/** Loads a script once per page load; a failed one is retried by the next call. Rejects when it cannot be loaded. */
export function loadScript(url: string): Promise<void> {
  const known = scripts.get(url)
  if (known) return known
  const loading = new Promise<void>((resolve, reject) => {
    const script = document.createElement('script')
    script.src = url
    script.async = true
    script.onload = () => resolve()
    script.onerror = () => {
      script.remove()
      scripts.delete(url)
      reject(new Error(`the script ${url} could not be loaded`))
    }
    document.head.append(script)
  })
  scripts.set(url, loading)
  return loading
}
