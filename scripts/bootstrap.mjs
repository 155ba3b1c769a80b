// Goes from "any Node 20 or newer, nothing installed" to "Node 24 or newer, everything needed installed". Plain JavaScript
// without dependencies, because nothing is installed when it runs.
import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { findNode, installNode, isNodeNew, lacksNode, runNpm } from './node/find-node.mjs'

export const root = resolve(dirname(fileURLToPath(import.meta.url)), '..')
/** Whether this is a package, which brings what a repository installs and builds. */
export const isPackage = !existsSync(join(root, 'apps/launcher/src'))

const modules = join(root, 'node_modules')
const installLock = join(root, '.install-lock')
/** A file for each process whose programs run from this folder; its name is the process. */
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
  // Before anything slow: the chain up to npm must be read while it is whole.
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
 * Compares what is locked with npm's own record of what is installed, so that any way of installing counts. Development
 * dependencies may be missing unless they are needed; one that is there must be the right one.
 */
function isInstalled(needsTools) {
  if (isPackage) return true
  const installed = readInstalled()
  const locked = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')).packages
  return Object.entries(locked).every(([path, wanted]) => {
    if (!path.startsWith('node_modules/') || wanted.link) return true
    const found = installed[path]
    // Packages for other platforms are locked too, and never installed here.
    if (!found) return wanted.optional === true || wanted.devOptional === true || (!needsTools && wanted.dev === true)
    // npm's record has no hashes of what was installed by a lock file without them.
    return found.version === wanted.version && (!found.integrity || found.integrity === wanted.integrity)
  })
}

/** What npm has installed, by path; empty when nothing is. */
function readInstalled() {
  const record = join(modules, '.package-lock.json')
  return existsSync(record) ? JSON.parse(readFileSync(record, 'utf8')).packages : {}
}

async function install(needsTools, holdsModules) {
  try {
    takeInstallLock()
  } catch (error) {
    // A service that may not write here finds everything installed, by somebody else.
    if (['EACCES', 'EPERM', 'EROFS'].includes(error.code) && isInstalled(needsTools) && !lacksNode()) return
    throw error
  }
  const release = () => rmSync(installLock, { recursive: true, force: true })
  process.once('exit', release)
  // Another process may have installed while this one waited for the lock.
  if (!isInstalled(needsTools) || lacksNode()) {
    refuseUnderStore()
    console.log('Installing dependencies (once)…')
    // Whoever has the tools keeps them.
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

/** Keeps others from installing in this folder until this process ends. Whoever calls has the lock of installations. */
function holdModules() {
  const file = join(running, String(process.pid))
  mkdirSync(running, { recursive: true })
  writeFileSync(file, readStartTime(process.pid))
  process.once('exit', () => rmSync(file, { force: true }))
}

/** `npm ci` deletes all modules before it installs them: a store would be without them, and its database without its files. */
function refuseUnderStore() {
  const [pid] = (existsSync(running) ? readdirSync(running) : []).filter(isStoreAlive)
  if (pid === undefined) return
  console.error(
    'What this needs is not installed yet, and installing it would take the modules away from the store that runs from this ' +
      `folder (process ${pid}). Stop the store, run this again, and start the store afterwards: from then on both work side by side.`,
  )
  process.exit(1)
}

/** A killed process leaves its file behind, and its number may belong to another one by now. */
function isStoreAlive(name) {
  try {
    process.kill(Number(name), 0)
  } catch (error) {
    if (error.code !== 'EPERM') return false
  }
  return readFileSync(join(running, name), 'utf8') === readStartTime(name)
}

/** When a process started, in ticks since the machine did; empty where the system does not tell. */
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
    // No pid in it yet: its owner needs a moment between making the folder and writing the file.
    const made = statSync(installLock, { throwIfNoEntry: false })
    return made !== undefined && Date.now() - made.mtimeMs > 2000
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
