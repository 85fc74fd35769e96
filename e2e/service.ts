import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'

const root = resolve(import.meta.dirname, '..')

/** A running Lectern on a folder and a port of its own, as `npm start` would start it. */
export type RunningService = {
  readonly baseUrl: string
  /** What it printed until it was ready. */
  readonly printed: string
  readonly dataDir: string
  readonly pid: number
  /** Milliseconds from the start of the process until it said that it answers. */
  readonly startedIn: number
  readonly stop: () => Promise<void>
  /** Ends the service and its embedded database from one moment to the next, as a power cut would. */
  readonly kill: () => Promise<void>
}

/** Starts on a new folder that goes with the service, or on one that the caller keeps. */
export async function startService(
  environment: Record<string, string> = {},
  keptFolder?: string,
): Promise<RunningService> {
  const dataDir = keptFolder ?? mkdtempSync(join(tmpdir(), 'lectern-e2e-'))
  const begun = performance.now()
  const port = await freePort()
  const env = {
    ...process.env,
    PORT: String(port),
    DATA_DIR: dataDir,
    LOG_LEVEL: 'warn',
    LECTERN_RATE_LIMIT: '0',
    DATABASE_URL: '',
    BASE_URL: '',
    ...environment,
  }
  const child = spawn(process.execPath, ['src/server/main.ts'], {
    cwd: root,
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const printed = await printedUntilReady(child)
  const startedIn = performance.now() - begun - settle
  return {
    baseUrl: `http://127.0.0.1:${port}`,
    printed,
    dataDir,
    pid: child.pid ?? 0,
    startedIn,
    async stop() {
      const ended = new Promise((done) => child.once('exit', done))
      child.kill('SIGTERM')
      await ended
      if (keptFolder === undefined) rmSync(dataDir, { recursive: true, force: true })
    },
    async kill() {
      const ended = new Promise((done) => child.once('exit', done))
      const [postmaster] = readFileSync(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8').split('\n')
      process.kill(Number(postmaster), 'SIGKILL')
      child.kill('SIGKILL')
      await ended
    },
  }
}

/** Runs a command of the command line on the data of a service, and answers what that printed. */
export async function runLectern(dataDir: string, ...args: string[]): Promise<string> {
  const env = {
    ...process.env,
    DATA_DIR: dataDir,
    DATABASE_URL: '',
    BASE_URL: '',
    // As `npm run lectern` does: most of the time of a command is reading its sources.
    NODE_COMPILE_CACHE: join(root, 'node_modules/.cache/lectern/compiled'),
  }
  const { stdout } = await promisify(execFile)(process.execPath, ['src/server/cli/main.ts', ...args], {
    cwd: root,
    env,
  })
  return stdout
}

/** How long the line with the set-up link may be behind the one with the address. */
const settle = 200

/** The line with the address comes when everything is there; the set-up link, where there is one, right after. */
function printedUntilReady(child: ChildProcess): Promise<string> {
  return new Promise((ready, failed) => {
    let text = ''
    child.once('exit', (code) =>
      failed(new Error(`The service ended with ${code} before it was ready: ${text}`)),
    )
    child.stdout?.on('data', (chunk: Buffer) => {
      text += chunk.toString()
      if (text.includes('Lectern answers at')) setTimeout(() => ready(text), settle)
    })
  })
}

export function freePort(): Promise<number> {
  return new Promise((found, failed) => {
    const server = createServer()
    server.once('error', failed)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() =>
        address && typeof address === 'object' ? found(address.port) : failed(new Error('No port')),
      )
    })
  })
}
