import { spawn, spawnSync } from 'node:child_process'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The project folder. */
export const root = join(dirname(fileURLToPath(import.meta.url)), '../..')

/** Reports and compiled code that outlive a run. Deleted together with the packages. */
export const cache = join(root, 'node_modules/.cache/lectern')

export function say(line) {
  process.stdout.write(`${line}\n`)
}

/** An error that is printed without its stack. */
export function userError(message) {
  return Object.assign(new Error(message), { isUserError: true })
}

/**
 * Runs a program in the project folder and returns its exit code. Forwards signals. With `quiet`,
 * its output is only shown if it fails. `onError` gets a copy of what it writes to standard error.
 */
export async function run(file, args, { env = {}, quiet = false, shell = false, onError } = {}) {
  const stdio = quiet ? ['ignore', 'pipe', 'pipe'] : ['inherit', 'inherit', onError ? 'pipe' : 'inherit']
  const child = spawn(file, args, { cwd: root, env: { ...process.env, ...env }, stdio, shell })
  if (onError) {
    child.stderr.on('data', onError)
    child.stderr.pipe(process.stderr, { end: false })
    return exitOf(child)
  }
  const output = []
  child.stdout?.on('data', (part) => output.push(part))
  child.stderr?.on('data', (part) => output.push(part))
  // The last lines, which say why it failed, may arrive after the exit.
  const closed = new Promise((resolve) => child.once('close', resolve))
  const code = await exitOf(child)
  await closed
  if (code !== 0) process.stderr.write(Buffer.concat(output))
  return code
}

/** Runs a program and returns what it writes; a failure is an error for the user. */
export function must(file, args, options = {}) {
  const { status, stdout, stderr, error } = spawnSync(file, args, { encoding: 'utf8', ...options })
  if (status !== 0) throw userError(`${file} ${args.join(' ')} failed: ${stderr || error?.message}`)
  return stdout
}

/** Waits for a child to exit and forwards signals to it. */
export function exitOf(child) {
  const forward = (signal) => child.kill(signal)
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP']
  for (const signal of signals) process.on(signal, forward)
  return new Promise((resolve) => {
    const end = (code) => {
      for (const signal of signals) process.off(signal, forward)
      resolve(code)
    }
    child.once('error', () => end(127))
    child.once('exit', (code, signal) => end(code ?? (signal === 'SIGINT' ? 130 : 143)))
  })
}

/** The npm that started us, or the one on the path. */
export function npmCommand() {
  const npmPath = process.env.npm_execpath ?? ''
  if (npmPath.endsWith('npm-cli.js')) return { file: process.execPath, first: [npmPath], shell: false }
  return { file: 'npm', first: [], shell: process.platform === 'win32' }
}

export function npm(args) {
  const { file, first, shell } = npmCommand()
  return run(file, [...first, ...args], { quiet: true, shell })
}
