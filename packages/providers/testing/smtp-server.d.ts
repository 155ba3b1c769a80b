// Types of the part of smtp-server that the mail test uses; the package ships none.
declare module 'smtp-server' {
  import type { Server } from 'node:net'
  import type { Readable } from 'node:stream'

  interface Session {
    readonly envelope: {
      readonly mailFrom: { address: string } | false
      readonly rcptTo: readonly { address: string }[]
    }
    readonly user?: string
  }
  type Done = (error?: (Error & { responseCode?: number }) | null) => void

  export class SMTPServer {
    readonly server: Server
    constructor(options: {
      authOptional?: boolean
      allowInsecureAuth?: boolean
      disabledCommands?: string[]
      logger?: boolean
      onAuth?(
        auth: { username: string; password: string },
        session: Session,
        done: (error: Error | null, answer?: { user: string }) => void,
      ): void
      onMailFrom?(address: { address: string }, session: Session, done: Done): void
      onRcptTo?(address: { address: string }, session: Session, done: Done): void
      onData?(stream: Readable, session: Session, done: Done): void
    })
    listen(port: number, host: string, listening: () => void): void
    close(closed: () => void): void
  }
}
