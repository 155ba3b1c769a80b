// `npm run test:double-press`: presses every button of every page twice, by double click, by Enter and by double tap, while
// the first press is under way and when it is over; and every control of the editors once, by finger and by mouse. See the
// journeys double-press and editor-walk, which no other command lists.
import { spawn } from 'node:child_process'
import { join, resolve } from 'node:path'

const root = resolve(import.meta.dirname, '..')
const playwright = join(root, 'node_modules/.bin/playwright')
const child = spawn(playwright, ['test', 'double-press', 'editor-walk', ...process.argv.slice(2)], {
  cwd: root,
  stdio: 'inherit',
  env: { ...process.env, VITRINE_EVERY_BUTTON: '1' },
})
child.once('exit', (code) => {
  process.exitCode = code ?? 1
})
