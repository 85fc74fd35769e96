import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { serviceEnv, serviceFlags } from '../src/bootstrap/service-process.ts'

const root = resolve(import.meta.dirname, '..')
/** `npm run e2e` and `npm run bench` name the built service, which `npm start` runs. API tests use the sources. */
const program = process.env.LECTERN_PROGRAM ?? 'src/server/main.ts'

/** The account that each service is started with. */
export const admin = {
  email: 'admin@example.org',
  password: 'a long and secret sentence',
  token: 'lct_endtoendtestsonlyandnowhereelse0123456789',
}

/** A running Lectern with its own data folder and port, as `npm start` would start it. */
export type RunningService = {
  readonly baseUrl: string
  /** Its output until it was ready. */
  readonly printed: string
  readonly dataDir: string
  readonly pid: number
  /** Milliseconds from the start of the process until it was ready. */
  readonly startedIn: number
  readonly stop: () => Promise<void>
  /** Kills the service and its embedded database instantly, like a power failure. */
  readonly kill: () => Promise<void>
}

/** Starts a service on a new data folder that is deleted afterwards, or on a folder of the caller. */
export async function startService(
  environment: Record<string, string> = {},
  existingFolder?: string,
): Promise<RunningService> {
  const dataDir = existingFolder ?? mkdtempSync(join(tmpdir(), 'lectern-e2e-'))
  const startedAt = performance.now()
  const { child, port, printed } = await spawnService(dataDir, environment)
  const startedIn = performance.now() - startedAt - SETUP_LINK_DELAY_MS
  // From the start, because it may have ended before it is stopped.
  const exited = new Promise((done) => child.once('exit', done))
  return {
    baseUrl: `http://127.0.0.1:${port}`,
    printed,
    dataDir,
    pid: child.pid ?? 0,
    startedIn,
    async stop() {
      child.kill('SIGTERM')
      await exited
      // A browser that printed a PDF may still be writing its last files.
      if (existingFolder === undefined)
        rmSync(dataDir, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 })
    },
    async kill() {
      const [postmaster] = readFileSync(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8').split('\n')
      process.kill(Number(postmaster), 'SIGKILL')
      child.kill('SIGKILL')
      await exited
    },
  }
}

/** Starts the process until it is ready; again on another port if a connection of someone else took the free one. */
async function spawnService(
  dataDir: string,
  environment: Record<string, string>,
): Promise<{ child: ChildProcess; port: number; printed: string }> {
  const port = await freePort()
  const env = {
    ...process.env,
    PORT: String(port),
    DATA_DIR: dataDir,
    LOG_LEVEL: 'warn',
    LECTERN_RATE_LIMIT: '0',
    DATABASE_URL: '',
    BASE_URL: '',
    ...serviceEnv,
    ...environment,
  }
  const child = spawn(process.execPath, [...serviceFlags, program], {
    cwd: root,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  child.stderr?.pipe(process.stderr, { end: false })
  try {
    return { child, port, printed: await outputUntilReady(child) }
  } catch (error) {
    const isPortTaken = error instanceof Error && error.message.includes(`Port ${port} of`)
    if (environment.PORT === undefined && isPortTaken) return spawnService(dataDir, environment)
    throw error
  }
}

/** Runs a command of the command line on the data of a service and returns its output. */
export async function runLectern(dataDir: string, ...args: string[]): Promise<string> {
  const env = {
    ...process.env,
    DATA_DIR: dataDir,
    DATABASE_URL: '',
    BASE_URL: '',
    ...serviceEnv,
  }
  const { stdout } = await promisify(execFile)(process.execPath, ['src/server/cli/main.ts', ...args], {
    cwd: root,
    env,
  })
  return stdout
}

/** The setup link is printed within this time after the address. */
const SETUP_LINK_DELAY_MS = 200

function outputUntilReady(child: ChildProcess): Promise<string> {
  return new Promise((ready, failed) => {
    let text = ''
    let errors = ''
    child.stderr?.on('data', (chunk: Buffer) => {
      errors += chunk.toString()
    })
    // "close" comes after the last output, "exit" may come before it.
    child.once('close', (code) =>
      failed(new Error(`The service ended with ${code} before it was ready: ${text}${errors}`)),
    )
    child.stdout?.on('data', (chunk: Buffer) => {
      text += chunk.toString()
      if (text.includes('Lectern is running at')) setTimeout(() => ready(text), SETUP_LINK_DELAY_MS)
    })
  })
}

/**
 * A free port below the range from which the system gives ports to outgoing connections, so that it is still free when
 * a killed service starts again on it.
 */
export async function freePort(): Promise<number> {
  const port = 20_000 + Math.floor(Math.random() * 10_000)
  return (await isFree(port)) ? port : freePort()
}

const isFree = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const server = createServer()
    server.once('error', () => resolve(false))
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)))
  })
