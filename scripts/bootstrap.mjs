// Turns "any Node 20 or newer, nothing installed" into "Node 24 or newer, everything needed installed". Plain JavaScript without
// dependencies, because nothing is installed when it runs.
import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { findNode, installNode, isNodeNew, lacksNode, runNpm } from './node/find-node.mjs'

export const root = resolve(dirname(fileURLToPath(import.meta.url)), '..')
/** Whether this is a package, which contains what a repository installs and builds. */
export const isPackage = !existsSync(join(root, 'apps/launcher/src'))

const modules = join(root, 'node_modules')
const installLock = join(root, '.install-lock')
/** Contains a file for each process whose programs run from this folder, named by its process id. */
const running = join(root, '.running')

/** Set for the process that continues under the packaged Node; its parent notifies it when npm dies. */
const SUCCESSOR = 'VITRINE_SUCCESSOR'

/**
 * Installs what is missing or out of date: the locked dependencies, and a Node where this one is too old. Then goes on under a
 * Node that is new enough. True: this process may go on. False: a child has taken over, and this process only passes signals
 * and its exit on.
 * @param {string} scriptUrl `import.meta.url` of the script that calls
 * @param {{ needsTools?: boolean, isStore?: boolean }} [options] whether the development dependencies are needed, as tests and their
 * tools do; whether a store runs in this process, whose modules nobody may replace meanwhile
 */
export async function prepareRuntime(scriptUrl, { needsTools = false, isStore = false } = {}) {
  process.chdir(root)
  const isSuccessor = process.env[SUCCESSOR] === '1'
  delete process.env[SUCCESSOR]
  // Before any slow step, while the whole parent chain up to npm still exists.
  if (!isSuccessor) {
    endWithNpm()
    const holdsModules = isStore && !isPackage
    if (holdsModules || !isInstalled(needsTools) || lacksNode()) await install(needsTools, holdsModules)
    if (!isPackage) linkWorkspaces()
  }

  if (isNodeNew) {
    // Tools that are called by name must find the same Node.
    process.env.PATH = `${dirname(process.execPath)}:${process.env.PATH}`
    return true
  }
  const node = findNode()
  if (!node) {
    console.error(
      `Vitrine runs on Node 24, which could not be had from npm for ${process.platform}-${process.arch}, ` +
        `and this is Node ${process.versions.node}. Please install Node 24 and try again.`,
    )
    process.exit(1)
  }
  handOver(node, scriptUrl)
  return false
}

/** Creates links to workspace packages that an older installation lacks, which needs no download. */
function linkWorkspaces() {
  const locked = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')).packages
  for (const [path, { link, resolved }] of Object.entries(locked)) {
    const place = join(root, path)
    if (!link || existsSync(place)) continue
    mkdirSync(dirname(place), { recursive: true })
    // A dangling link blocks the name, and another process may create the same one.
    rmSync(place, { force: true })
    try {
      symlinkSync(relative(dirname(place), join(root, resolved)), place, 'dir')
    } catch (error) {
      if (error.code !== 'EEXIST') throw error
    }
  }
}

/**
 * Compares the lock file with npm's own record of the installation, so that any way of installing counts. Development
 * dependencies may be missing unless they are needed; present ones must match.
 */
function isInstalled(needsTools) {
  if (isPackage) return true
  const installed = readInstalled()
  const locked = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')).packages
  return Object.entries(locked).every(([path, entry]) => {
    if (!path.startsWith('node_modules/') || entry.link) return true
    const found = installed[path]
    // Packages for other platforms are locked too, and never installed here.
    if (!found) return entry.optional === true || entry.devOptional === true || (!needsTools && entry.dev === true)
    // npm's record has no hashes when the lock file had none.
    return found.version === entry.version && (!found.integrity || found.integrity === entry.integrity)
  })
}

/** npm's record of the installation, by path; empty when nothing is installed. */
function readInstalled() {
  const record = join(modules, '.package-lock.json')
  return existsSync(record) ? JSON.parse(readFileSync(record, 'utf8')).packages : {}
}

async function install(needsTools, holdsModules) {
  try {
    takeInstallLock()
  } catch (error) {
    // Without write access, a service uses what another user has installed.
    if (['EACCES', 'EPERM', 'EROFS'].includes(error.code) && isInstalled(needsTools) && !lacksNode()) return
    throw error
  }
  const release = () => rmSync(installLock, { recursive: true, force: true })
  process.once('exit', release)
  // Another process may have installed while this one waited for the lock.
  if (!isInstalled(needsTools) || lacksNode()) {
    refuseUnderStore()
    console.log('Installing dependencies (once)…')
    // Keeps installed development dependencies.
    const hasTools = Object.values(readInstalled()).some(({ dev, link }) => dev && !link)
    const kind = needsTools || hasTools ? '--include=dev' : '--omit=dev'
    try {
      await Promise.all([isInstalled(needsTools) || runNpm(root, [kind]), installNode()])
    } catch (error) {
      console.error(`The dependencies could not be installed. ${error.message}`)
      process.exit(1)
    }
  }
  if (holdsModules) holdModules()
  process.off('exit', release)
  release()
}

/** Keeps others from installing in this folder until this process ends. The caller holds the installation lock. */
function holdModules() {
  const file = join(running, String(process.pid))
  mkdirSync(running, { recursive: true })
  writeFileSync(file, readStartTime(process.pid))
  process.once('exit', () => rmSync(file, { force: true }))
}

/** `npm ci` deletes all modules before it installs them, which would break a running store and its database. */
function refuseUnderStore() {
  const [pid] = (existsSync(running) ? readdirSync(running) : []).filter(isStoreAlive)
  if (pid === undefined) return
  console.error(
    'What this needs is not installed yet, and installing it would take the modules away from the store that runs from this ' +
      `folder (process ${pid}). Stop the store, run this again, and start the store afterwards: from then on both work side by side.`,
  )
  process.exit(1)
}

/** A killed process leaves its file behind, and its id may belong to another one by now. */
function isStoreAlive(name) {
  try {
    process.kill(Number(name), 0)
  } catch (error) {
    if (error.code !== 'EPERM') return false
  }
  return readFileSync(join(running, name), 'utf8') === readStartTime(name)
}

/** When a process started, in ticks since the machine did; empty when the system does not tell. */
function readStartTime(pid) {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? ''
  } catch {
    return ''
  }
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
    // The file is briefly empty: its owner creates the folder before writing the file.
    const stat = statSync(installLock, { throwIfNoEntry: false })
    return stat !== undefined && Date.now() - stat.mtimeMs > 2000
  }
}

function handOver(node, scriptUrl) {
  const child = spawn(node, [...process.execArgv, fileURLToPath(scriptUrl), ...process.argv.slice(2)], {
    cwd: root,
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    env: { ...process.env, [SUCCESSOR]: '1' },
  })
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
  child.on('exit', (code, signal) => {
    if (!signal) process.exit(code ?? 1)
    process.removeAllListeners(signal)
    process.kill(process.pid, signal)
  })
}

/**
 * npm runs a script through `sh -c`, and neither npm's death nor the shell's reaches the script. So the script watches the chain
 * of its parents up to npm: when a link is missing, this process ends as on a signal.
 */
function endWithNpm() {
  if (!process.env.npm_lifecycle_event || process.platform === 'win32') return
  const chain = [process.ppid]
  for (let pid = process.ppid; chain.length < 4 && !isPackageManager(pid); chain.push(pid)) {
    const parent = findParent(pid)
    if (parent === undefined || parent <= 1) break
    pid = parent
  }
  // Without npm among the ancestors only the direct parent counts: a shell further up may end at any time.
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
