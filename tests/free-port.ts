// Finds ports for what tests start. They lie below those that the system hands out for outgoing connections (32768 and up on
// Linux), so that none is taken by a connection of another test before it is used, or while what used it is restarted.
import { once } from 'node:events'
import { createServer } from 'node:net'

const FIRST = 10_000
const LAST = 32_000

/** A port of this machine on which nothing listens at the moment. */
export async function findFreePort(): Promise<number> {
  for (;;) {
    const port = FIRST + Math.floor(Math.random() * (LAST - FIRST))
    if (await isFree(port)) return port
  }
}

async function isFree(port: number): Promise<boolean> {
  const probe = createServer()
  try {
    await once(probe.listen(port, '127.0.0.1'), 'listening')
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'EADDRINUSE' || code === 'EACCES') return false
    throw error
  }
  await new Promise((done) => probe.close(done))
  return true
}
