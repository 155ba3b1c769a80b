// Start and shutdown of server and worker.

/**
 * Resolves when the launcher has migrated and seeded the database, or immediately in a program started without it. The program's
 * imports load meanwhile.
 */
export async function untilPrepared(): Promise<void> {
  if (process.env.VITRINE_AWAITS_PREPARATION !== '1' || !process.send) return
  const end = () => process.exit(1)
  process.once('disconnect', end)
  await new Promise((done) => process.once('message', done))
  process.off('disconnect', end)
}

/** Runs `close` on SIGTERM, SIGINT, or the end of the parent process. A second signal exits at once. */
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
