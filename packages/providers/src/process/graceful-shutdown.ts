// Graceful shutdown of server, worker and sandbox gateway.

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
