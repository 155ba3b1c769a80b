// The browser engines of this machine: the packaged Chromium, Firefox (Debian's `firefox-esr`) and WebKitGTK (`webkit2gtk-driver`,
// shown on a screen in memory, `xvfb`). None is needed; what is missing is named.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, globSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import puppeteer from 'puppeteer-core'
import { prepareChromium } from '../chromium.ts'
import { findFreePort } from '../free-port.ts'
import { type DrivenPage, until } from './driven-page.ts'
import { puppeteerPage } from './puppeteer-page.ts'
import { webDriverPage } from './webdriver-page.ts'

export interface Engine {
  readonly name: 'Chromium' | 'Firefox' | 'WebKit'
  /** What is not there that it needs; undefined when it can be opened. */
  readonly missing: string | undefined
  /** A new browser without any past, with one page. */
  open(): Promise<DrivenPage>
}

const SIZE = { width: 1280, height: 900 }

export function listEngines(): Engine[] {
  return [chromium(), firefox(), webKit()]
}

function chromium(): Engine {
  let launch: ReturnType<typeof prepareChromium> | undefined
  try {
    launch = prepareChromium()
  } catch {
    // Not packaged for this machine.
  }
  return {
    name: 'Chromium',
    missing: launch ? undefined : 'CHROMIUM_PATH names none',
    async open() {
      const { executablePath, env, args } = launch ?? prepareChromium()
      return puppeteerPage(await puppeteer.launch({ executablePath, env, args, defaultViewport: SIZE }))
    },
  }
}

function firefox(): Engine {
  const executablePath = process.env.FIREFOX_PATH ?? findProgram('firefox-esr', 'firefox')
  return {
    name: 'Firefox',
    missing: executablePath ? undefined : 'no firefox-esr or firefox, and FIREFOX_PATH names none',
    async open() {
      if (executablePath === undefined) throw new Error('there is no Firefox')
      return puppeteerPage(await puppeteer.launch({ browser: 'firefox', executablePath, defaultViewport: SIZE }))
    },
  }
}

function webKit(): Engine {
  const driver = findProgram('WebKitWebDriver')
  const browser = globSync('/usr/{lib,libexec}/{*/,}webkit{2gtk,gtk}-*/MiniBrowser')[0]
  const screen = findProgram('Xvfb')
  const missing = [
    driver ? [] : ['WebKitWebDriver'],
    browser ? [] : ['MiniBrowser'],
    screen || process.env.DISPLAY ? [] : ['Xvfb'],
  ].flat()
  return {
    name: 'WebKit',
    missing: missing.length > 0 ? `no ${missing.join(', ')}` : undefined,
    async open() {
      if (!driver || !browser) throw new Error('there is no WebKit')
      return openWebKit({ driver, browser, screen })
    },
  }
}

async function openWebKit(programs: {
  driver: string
  browser: string
  screen: string | undefined
}): Promise<DrivenPage> {
  const home = mkdtempSync(join(tmpdir(), 'vitrine-webkit-'))
  const running: ChildProcess[] = []
  const close = async () => {
    for (const child of running.reverse()) await end(child)
    rmSync(home, { recursive: true, force: true, maxRetries: 10 })
  }
  try {
    const display = process.env.DISPLAY ?? (await startScreen(programs.screen ?? '', running))
    const port = await findFreePort()
    const folders = {
      HOME: home,
      XDG_CACHE_HOME: home,
      XDG_DATA_HOME: home,
      XDG_CONFIG_HOME: home,
      XDG_RUNTIME_DIR: home,
    }
    const child = spawn(programs.driver, [`--port=${port}`], {
      env: { ...process.env, ...folders, DISPLAY: display },
      stdio: 'ignore',
    })
    running.push(child)
    const address = `http://127.0.0.1:${port}`
    await until('WebKitWebDriver', async () => (await fetch(`${address}/status`)).ok)
    const options = { binary: programs.browser, args: ['--automation'] }
    return await webDriverPage(address, { 'webkitgtk:browserOptions': options }, close)
  } catch (error) {
    await close()
    throw error
  }
}

/** A screen in memory; answers its name. It picks a number that is free. */
async function startScreen(program: string, running: ChildProcess[]): Promise<string> {
  const child = spawn(program, ['-displayfd', '3', '-screen', '0', '1440x1000x24', '-nolisten', 'tcp'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  })
  running.push(child)
  const [number] = (await once(child.stdio[3] as NodeJS.ReadableStream, 'data')) as [Buffer]
  return `:${number.toString().trim()}`
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  child.kill('SIGTERM')
  await ended
}

function findProgram(...names: readonly string[]): string | undefined {
  const folders = (process.env.PATH ?? '').split(':')
  const paths = names.flatMap((name) => folders.map((folder) => join(folder, name)))
  return paths.find((path) => existsSync(path) && spawnSync('test', ['-x', path]).status === 0)
}
