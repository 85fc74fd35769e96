import { type ChildProcess, spawn } from 'node:child_process'
import { accessSync, constants } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Config } from '../config.ts'
import { DomainError } from '../errors.ts'

const PROGRAM_NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
const PROGRAM_FOLDERS = [
  '/usr/bin',
  '/Applications/Google Chrome.app/Contents/MacOS',
  '/Applications/Chromium.app/Contents/MacOS',
]

/**
 * The path of Chromium: the configured one, else the first one on this machine. @throws {DomainError}
 * `precondition_failed` with installation hints
 */
export function chromiumOf({ chromium }: Pick<Config, 'chromium'>): string {
  if (chromium !== undefined) {
    if (isProgram(chromium)) return chromium
    throw noChromium(`LECTERN_CHROMIUM names ${chromium}, which isn’t a program that can be started.`)
  }
  const folders = [...(process.env.PATH ?? '').split(delimiter).filter(Boolean), ...PROGRAM_FOLDERS]
  const program = folders
    .flatMap((folder) => [...PROGRAM_NAMES, 'Google Chrome', 'Chromium'].map((name) => join(folder, name)))
    .find(isProgram)
  if (program !== undefined) return program
  throw noChromium('Chromium isn’t installed on the server.')
}

const noChromium = (why: string): DomainError =>
  new DomainError(
    'precondition_failed',
    `${why} PDFs require one: install Chromium or Chrome there, or set LECTERN_CHROMIUM to its path.`,
    { missing: 'chromium' },
  )

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    // Missing or not executable.
    return false
  }
}

export type PrintOptions = {
  readonly chromium: string
  /** An empty folder for all files of Chromium; the caller removes it. */
  readonly folder: string
  /** The HTML file to print, and where the PDF goes. */
  readonly from: string
  readonly to: string
  /** Chromium is ended after this time. */
  readonly timeoutMs: number
}

/** Prints an HTML file without network access. Rejects if it fails or takes too long. */
export async function printFile({ chromium, folder, from, to, timeoutMs }: PrintOptions): Promise<void> {
  // Chromium creates its sockets here: their paths must be socketFolder, and the data folder's path may be long.
  const socketFolder = await mkdtemp(join(tmpdir(), 'lectern-'))
  const child = spawn(chromium, [...flagsFor(folder), `--print-to-pdf=${to}`, pathToFileURL(from).href], {
    cwd: folder,
    detached: process.platform !== 'win32',
    stdio: ['ignore', 'ignore', 'pipe'],
    env: {
      PATH: process.env.PATH,
      LANG: 'C.UTF-8',
      HOME: folder,
      TMPDIR: socketFolder,
      XDG_RUNTIME_DIR: socketFolder,
    },
  })
  const stop = () => endGroup(child)
  const timer = setTimeout(stop, timeoutMs)
  process.once('exit', stop)
  try {
    await untilExit(child)
  } finally {
    clearTimeout(timer)
    process.off('exit', stop)
    stop()
    await rm(socketFolder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 })
  }
}

function flagsFor(folder: string): string[] {
  return [
    '--headless',
    '--disable-gpu',
    '--disable-dev-shm-usage',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-default-apps',
    '--disable-extensions',
    '--disable-sync',
    '--no-first-run',
    '--no-default-browser-check',
    '--host-resolver-rules=MAP * ~NOTFOUND',
    '--proxy-server=127.0.0.1:9',
    `--user-data-dir=${join(folder, 'profile')}`,
    // Its sandbox does not work for root, which containers often use.
    ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
    '--no-pdf-header-footer',
    '--generate-pdf-document-outline',
  ]
}

async function untilExit(child: ChildProcess): Promise<void> {
  let output = ''
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    output = (output + text).slice(-2_000)
  })
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject).once('exit', resolve)
  })
  if (code !== 0) throw new Error(`Chromium ended with ${code ?? 'a signal'}: ${output.trim()}`)
}

/** Ends the process with its children; it may have ended already. */
function endGroup({ pid }: ChildProcess): void {
  if (pid === undefined) return
  try {
    process.kill(process.platform === 'win32' ? pid : -pid, 'SIGKILL')
  } catch {
    // The process group has already ended.
  }
}
