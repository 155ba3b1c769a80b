// Owns how our processes end: server, worker and sandbox gateway are told to by their parent, a terminal or the system.

/** On SIGTERM, SIGINT, or when the parent process is gone. A second signal does not wait any longer. */
export function closeWhenTold(close: () => Promise<unknown>): void {
  let isClosing = false
  const onTold = () => {
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
  process.on('SIGTERM', onTold)
  process.on('SIGINT', onTold)
  process.on('disconnect', () => {
    if (!isClosing) onTold()
  })
}
