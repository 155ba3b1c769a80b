#!/usr/bin/env node
// The command `vitrine` of a package: without words it starts the store whose data lie in the folder where its owner stands.
// `server` and `worker` are one of its parts alone, `template` is for designers, and everything else is for the operator.
// A repository has it too, so that the files in `deploy` are the same for both.
import { resolve } from 'node:path'
import { isPackage, prepareRuntime, root } from '../scripts/bootstrap.mjs'

// The successor under another Node stands elsewhere, and is told.
if (process.cwd() !== root) process.env.INIT_CWD = process.cwd()
if (isPackage) {
  process.env.VITRINE_DATA = resolve(process.env.INIT_CWD ?? root, process.env.VITRINE_DATA || 'vitrine-data')
}

const PARTS = {
  start: isPackage ? 'build/node/start-package.js' : 'apps/launcher/src/start.ts',
  server: 'build/node/server.js',
  worker: 'build/node/worker.js',
  template: isPackage ? 'build/node/template.js' : 'scripts/template.ts',
}

// `--setup` alone is an option of the start.
const word = process.argv[2]
const command = word === undefined || word === '--setup' ? 'start' : word
const isPart = Object.hasOwn(PARTS, command)

if (await prepareRuntime(import.meta.url, { isStore: isPart && command !== 'template' })) {
  process.env.VITRINE_ROOT ??= root
  // The program sees the other words as if it had been called itself.
  if (command === word && isPart) process.argv.splice(2, 1)
  const program = isPart ? PARTS[command] : isPackage ? 'build/node/vitrine.js' : 'scripts/vitrine.ts'
  await import(new URL(`../${program}`, import.meta.url).href)
}
