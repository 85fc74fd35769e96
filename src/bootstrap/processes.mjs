import { spawn } from 'node:child_process'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The project's folder. */
export const root = join(dirname(fileURLToPath(import.meta.url)), '../..')

/** What we keep between runs: reports, compiled code. Goes with the packages. */
export const cache = join(root, 'node_modules/.cache/lectern')

export function say(line) {
  process.stdout.write(`${line}\n`)
}

/** An error whose message is all that a person needs to see. */
export function complaint(message) {
  return Object.assign(new Error(message), { isForPeople: true })
}

/**
 * Runs a program in the project's folder and answers its exit code. Signals are handed on; with
 * `quiet` its words are kept and only shown when it fails.
 */
export async function run(file, args, { env = {}, quiet = false, shell = false } = {}) {
  const stdio = quiet ? ['ignore', 'pipe', 'pipe'] : 'inherit'
  const child = spawn(file, args, { cwd: root, env: { ...process.env, ...env }, stdio, shell })
  const words = []
  child.stdout?.on('data', (part) => words.push(part))
  child.stderr?.on('data', (part) => words.push(part))
  const code = await exitOf(child)
  if (code !== 0) process.stderr.write(Buffer.concat(words))
  return code
}

/** Waits for a child's end, handing on the signals that reach us meanwhile. */
export function exitOf(child) {
  const handOn = (signal) => child.kill(signal)
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP']
  for (const signal of signals) process.on(signal, handOn)
  return new Promise((resolve) => {
    const end = (code) => {
      for (const signal of signals) process.off(signal, handOn)
      resolve(code)
    }
    child.once('error', () => end(127))
    child.once('exit', (code, signal) => end(code ?? (signal === 'SIGINT' ? 130 : 143)))
  })
}

/** Runs the npm that started us, or the one on the path. */
export function npm(args) {
  const started = process.env.npm_execpath ?? ''
  if (started.endsWith('npm-cli.js')) return run(process.execPath, [started, ...args], { quiet: true })
  return run('npm', args, { quiet: true, shell: process.platform === 'win32' })
}
