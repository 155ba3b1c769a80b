// A simulated machine for the commands of the documents: system folders are below a temporary one, and programs that only a real
// system has (systemd, users) are scripts. Changes outside the documented folders are discarded.
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** The folders of a system that the documents name. */
const SYSTEM_FOLDERS = /(?<![\w.])\/(opt|etc|root|srv|var\/lib|var\/backups)\b/g

/** What a terminal has: where programs are, and how this network is reached. */
const TERMINAL = /^(HOME|NODE_EXTRA_CA_CERTS|(HTTPS?|NO)_PROXY)$/i

const SYSTEMCTL = `#!/bin/sh
# Stands in for systemd: starts and stops what the unit vitrine.service names, with its settings.
set -eu
unit="$SYSTEM/etc/systemd/system/vitrine.service"
stop() {
  [ -e "$SYSTEM/pid" ] || return 0
  kill "$(cat "$SYSTEM/pid")"
  while kill -0 "$(cat "$SYSTEM/pid")" 2>/dev/null; do sleep 0.1; done
  rm "$SYSTEM/pid"
}
start() {
  command=$(sed -n 's/^ExecStart=\\/usr\\/bin\\///p' "$unit")
  cd "$SYSTEM$(sed -n 's/^WorkingDirectory=//p' "$unit")"
  set -a; . "$SYSTEM$(sed -n 's/^EnvironmentFile=//p' "$unit")"; set +a
  nohup $command > "$SYSTEM/journal" 2>&1 < /dev/null &
  echo $! > "$SYSTEM/pid"
  until curl -sf "http://127.0.0.1:$PORT/api/health" > /dev/null; do
    kill -0 "$(cat "$SYSTEM/pid")" || { cat "$SYSTEM/journal" >&2; exit 1; }
    sleep 0.5
  done
}
case "$1" in
  daemon-reload) ;;
  enable | start) start ;;
  stop) stop ;;
  *) echo "systemctl $1 is not known here" >&2; exit 1 ;;
esac
`
/** Owner and group of a file are for root alone. */
const INSTALL = `#!/bin/bash
words=()
while [ $# -gt 0 ]; do
  case "$1" in -o | -g) shift 2 ;; *) words+=("$1"); shift ;; esac
done
exec /usr/bin/install "\${words[@]}"
`

export class InstallPlace {
  readonly folder = mkdtempSync(join(tmpdir(), 'vitrine-install-'))
  readonly #environment: Record<string, string>
  readonly #replaced: readonly (readonly [string, string])[]

  /** `replaced`: what the documents leave to their reader, such as a free port. */
  constructor(replaced: Readonly<Record<string, string>>) {
    this.#replaced = Object.entries(replaced)
    const programs = { systemctl: SYSTEMCTL, install: INSTALL, useradd: '#!/bin/sh\n' }
    for (const name of ['bin', 'root', 'opt', 'etc/systemd/system', 'var/lib', 'var/backups', 'srv', 'npm']) {
      mkdirSync(join(this.folder, name), { recursive: true })
    }
    for (const [name, text] of Object.entries(programs)) {
      writeFileSync(join(this.folder, 'bin', name), text, { mode: 0o755 })
    }
    // What npx installs goes away with the folder; what npm has fetched before is not fetched again.
    const cache = execFileSync('npm', ['config', 'get', 'cache'], { encoding: 'utf8' }).trim()
    symlinkSync(join(cache, '_cacache'), join(this.folder, 'npm/_cacache'))
    this.#environment = {
      ...Object.fromEntries(Object.entries(process.env).flatMap(([k, v]) => (TERMINAL.test(k) && v ? [[k, v]] : []))),
      PATH: `${join(this.folder, 'bin')}:${process.env.PATH}`,
      SYSTEM: this.folder,
      VITRINE_SETTINGS: this.path('/etc/vitrine/vitrine.env'),
      npm_config_cache: join(this.folder, 'npm'),
      npm_config_prefer_offline: 'true',
      npm_config_yes: 'true',
    }
  }

  path(name: string): string {
    return join(this.folder, name)
  }

  /** A command as the documents have it, in the folders of this machine. */
  #place(command: string): string {
    const placed = command.replace(SYSTEM_FOLDERS, `${this.folder}$&`)
    return this.#replaced.reduce((text, [from, to]) => text.replaceAll(from, to), placed)
  }

  /** Runs the lines of a block in one shell and answers what they print; throws with it when one of them fails. */
  async run(block: string, { cwd = this.folder, environment = {} } = {}): Promise<string> {
    const child = spawn('bash', ['-euo', 'pipefail', '-c', this.#place(block)], {
      cwd,
      env: { ...this.#environment, ...environment },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let said = ''
    for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text) => (said += text))
    const [code] = await once(child, 'close')
    if (code !== 0) throw new Error(`these commands ended with ${code}:\n${this.#place(block)}\n${said}`)
    return said
  }

  /** Starts a command that goes on, and waits until it says something. Answers how it is ended, as by Ctrl-C. */
  async start(
    command: string,
    expected: string,
    { cwd = this.folder, environment = {} } = {},
  ): Promise<() => Promise<void>> {
    const child = spawn('bash', ['-c', `exec ${this.#place(command)}`], {
      cwd,
      env: { ...this.#environment, ...environment },
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: true,
    })
    const ended = once(child, 'exit')
    let said = ''
    await new Promise<void>((done, fail) => {
      for (const stream of [child.stdout, child.stderr]) {
        stream.setEncoding('utf8').on('data', (text) => {
          said += text
          if (said.includes(expected)) done()
        })
      }
      void ended.then(([code]) => fail(new Error(`${command} ended with ${code}:\n${said}`)))
    })
    return async () => {
      process.kill(-(child.pid ?? 0), 'SIGINT')
      await ended
    }
  }

  async remove(): Promise<void> {
    await this.run('systemctl stop vitrine').catch((error: unknown) => console.error(error))
    rmSync(this.folder, { recursive: true, force: true, maxRetries: 10 })
  }
}

/** The commands of the n-th block below a heading of a document. */
export function readBlock(document: string, heading: string, n = 0): string {
  const lines = readFileSync(document, 'utf8').split('\n')
  const from = lines.findIndex((line) => /^#+ /.test(line) && line.replace(/^#+ /, '') === heading)
  const rest = lines.slice(from + 1)
  const to = rest.findIndex((line) => /^#{1,3} /.test(line))
  const blocks = [
    ...rest
      .slice(0, to < 0 ? rest.length : to)
      .join('\n')
      .matchAll(/^```sh\n(.*?)^```/gms),
  ]
  const block = from < 0 ? undefined : blocks[n]?.[1]
  if (block === undefined) throw new Error(`${document} has no block ${n} of commands below "${heading}"`)
  return block.trim()
}
