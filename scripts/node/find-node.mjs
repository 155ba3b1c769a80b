// Finds a Node that Vitrine runs under: the current one, when it is new enough, or one from the npm registry, which the lock file
// next to this file pins by version and hash. Plain JavaScript that any Node from 20 on understands.
import { spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const OLDEST_MAJOR = 24
const folder = dirname(fileURLToPath(import.meta.url))

/** Whether this process already runs under such a Node. */
export const isNodeNew = Number(process.versions.node.split('.')[0]) >= OLDEST_MAJOR

/** Whether `installNode` needs to install a Node. */
export function lacksNode() {
  return !isNodeNew && isPackaged() && !isInstalled()
}

/** Installs the packaged Node when the process' own is too old. Needs a network, or npm's cache. */
export async function installNode() {
  if (lacksNode()) await runNpm(folder, [])
}

/** The file of a Node that is new enough; undefined when there is none for this platform. */
export function findNode() {
  if (isNodeNew) return process.execPath
  return isPackaged() && isInstalled() ? join(packageFolder(), 'bin', 'node') : undefined
}

/** Runs `npm ci` in a folder with the npm that started this process, or the one in PATH. Throws with npm's exit code. */
export async function runNpm(cwd, args) {
  // Under npx, the variable names another program of npm.
  const npmPath = process.env.npm_execpath
  const npm = npmPath && basename(npmPath) === 'npm-cli.js' ? [process.execPath, npmPath] : ['npm']
  const quiet = ['--loglevel=error', '--no-audit', '--no-fund', '--prefer-offline', '--include=optional']
  // Retries a stalled connection after half a minute; npm itself waits five.
  const patience = ['--fetch-timeout=30000', '--fetch-retries=5']
  const child = spawn(npm[0], [...npm.slice(1), 'ci', ...quiet, ...patience, ...args], {
    cwd,
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, NODE_ENV: 'development' },
  })
  const code = await new Promise((done, fail) => {
    child.once('error', fail)
    child.once('exit', (code, signal) => done(code ?? signal))
  })
  if (code !== 0) throw new Error(`npm ended with ${code}: it has said why above.`)
}

const packageFolder = () => join(folder, 'node_modules', `node-${process.platform}-${process.arch}`)

const locked = () =>
  JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')).optionalDependencies[basename(packageFolder())]

const isPackaged = () => locked() !== undefined

function isInstalled() {
  const manifest = join(packageFolder(), 'package.json')
  return existsSync(manifest) && JSON.parse(readFileSync(manifest, 'utf8')).version === locked()
}
