// Parses server-sent events from a fetch response. EventSource cannot send the bearer token.

/** Reads one chunk after the other; gives the data of the events that each chunk completes. */
export function createEventParser(): (chunk: string) => string[] {
  let rest = ''
  let data: string[] = []
  return (chunk) => {
    rest += chunk
    const lines = rest.split(/\r\n|\n|\r(?!$)/)
    rest = lines.pop() ?? ''
    const events: string[] = []
    for (const line of lines) {
      if (line === '') {
        if (data.length > 0) events.push(data.join('\n'))
        data = []
      } else if (line.startsWith('data:')) {
        data.push(line.slice(line[5] === ' ' ? 6 : 5))
      }
      // Names, ids and comments (the server's heartbeat) carry nothing that is needed here.
    }
    return events
  }
}

/** The data of the events of a response, one by one, until it ends. */
export async function* readEvents(body: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  const reader = body.getReader()
  const decoder = new TextDecoder()
  const parse = createEventParser()
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return
      yield* parse(decoder.decode(value, { stream: true }))
    }
  } finally {
    await reader.cancel().catch(() => undefined)
  }
}
