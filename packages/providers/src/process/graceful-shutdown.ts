// Owns how our processes end: server, worker and sandbox gateway are told to by their parent, a terminal or the system.

/** On SIGTERM, SIGINT, or when the parent process is gone. A second signal does not wait any longer. */
export function closeOnShutdown(close: () => Promise<unknown>): void {
  let isClosing = false
  const shutDown = () => {
    if (isClosing) process.exit(1)
    isClosing = true
    close().then(
      () => process.exit(0),
      (error: unknown) => {
        console.error(error)
        process.exit(1)
      },
    )
  }
  process.on('SIGTERM', shutDown)
  process.on('SIGINT', shutDown)
  process.on('disconnect', () => {
    if (!isClosing) shutDown()
  })
}
