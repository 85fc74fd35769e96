import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { root, run, say } from './processes.mjs'

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
const MAC_PATHS = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
]
const REMEDY = 'Install Chromium or Chrome, or name one with LECTERN_CHROMIUM.'

/** Playwright's browsers are stored with the packages, not in the home folder. */
const playwrightBrowsers = join(root, 'node_modules/.cache/playwright')

/** The path of a working Chromium, which is installed if there is none. Prints why and returns undefined if that fails. */
export async function ensureBrowser() {
  const configured = process.env.LECTERN_CHROMIUM
  if (configured !== undefined && configured !== '')
    return works(configured) ? configured : fail(`LECTERN_CHROMIUM names ${configured}, which does not run.`)
  return (
    installed() ??
    (await fromPlaywright()) ??
    (await fromDebian()) ??
    fail(`There is no browser for the tests. ${REMEDY}`)
  )
}

function installed() {
  const folders = (process.env.PATH ?? '').split(delimiter)
  const candidates = folders.flatMap((folder) => NAMES.map((name) => join(folder, name)))
  return [...candidates, ...MAC_PATHS].find((path) => existsSync(path) && works(path))
}

async function fromPlaywright() {
  process.env.PLAYWRIGHT_BROWSERS_PATH = playwrightBrowsers
  const { chromium } = await import('playwright')
  if (!existsSync(chromium.executablePath())) {
    say('The tests need a browser. Playwright downloads Chromium into node_modules/.cache now.')
    const cli = join(root, 'node_modules/playwright/cli.js')
    await run(process.execPath, [cli, 'install', 'chromium'], { quiet: true })
  }
  return works(chromium.executablePath()) ? chromium.executablePath() : undefined
}

async function fromDebian() {
  if (process.getuid?.() !== 0 || !existsSync('/etc/debian_version')) return undefined
  say('The tests need a browser. The package chromium is installed from Debian with apt-get now.')
  say('To use another browser, stop this and set LECTERN_CHROMIUM.')
  const env = { DEBIAN_FRONTEND: 'noninteractive' }
  await run('apt-get', ['update'], { quiet: true, env })
  await run('apt-get', ['install', '-y', '--no-install-recommends', 'chromium'], { quiet: true, env })
  return installed()
}

function works(path) {
  return spawnSync(path, ['--version'], { timeout: 20_000, stdio: 'ignore' }).status === 0
}

function fail(reason) {
  say(reason)
  return undefined
}
