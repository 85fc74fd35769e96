import { spawn } from 'node:child_process'
import { setTimeout as pause } from 'node:timers/promises'
import { root, say } from './processes.mjs'

/** The service ends with this code if it cannot run until someone changes something. */
const UNRECOVERABLE = 2
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP']

/** At most this many restarts within the period; a service that crashes more often is not started again. */
const MAX_RESTARTS = 10
const PERIOD_MS = 600_000
const FIRST_DELAY_MS = 500
const MAX_DELAY_MS = 30_000

/**
 * Runs a program and starts it again after a crash, until it ends without a crash or we get a signal. It reports with an
 * IPC message that it is ready: one that never was ready is not started again, because its error is about the settings
 * or the machine. Returns the exit code.
 */
export async function supervise(
  args,
  { env = {}, firstDelay = FIRST_DELAY_MS, maxRestarts = MAX_RESTARTS } = {},
) {
  const stopping = new AbortController()
  let child
  const forward = (signal) => {
    stopping.abort()
    child?.kill(signal)
  }
  for (const signal of SIGNALS) process.on(signal, forward)
  const crashes = []
  let wasReady = false
  try {
    for (;;) {
      child = startProgram(args, env)
      child.once('message', () => {
        wasReady = true
      })
      const { code, signal } = await endOf(child)
      if (stopping.signal.aborted || code === 0 || code === UNRECOVERABLE || !wasReady) return code ?? 1
      const now = Date.now()
      crashes.push(now)
      const recent = crashes.filter((at) => now - at < PERIOD_MS).length
      const how = signal === null ? `with code ${code}` : `by ${signal}`
      if (recent > maxRestarts) {
        say(`The service ended ${how}, ${recent} times within 10 minutes, and won’t be restarted.`)
        return code ?? 1
      }
      const delay = Math.min(firstDelay * 2 ** (recent - 1), MAX_DELAY_MS)
      say(`The service ended ${how}. Restarting in ${delay / 1000} s.`)
      await pause(delay, undefined, { signal: stopping.signal }).catch(() => undefined)
      if (stopping.signal.aborted) return code ?? 1
    }
  } finally {
    for (const signal of SIGNALS) process.off(signal, forward)
  }
}

function startProgram(args, env) {
  return spawn(process.execPath, args, {
    cwd: root,
    env: { ...process.env, ...env },
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  })
}

function endOf(child) {
  return new Promise((resolve) => {
    child.once('error', () => resolve({ code: 127, signal: null }))
    child.once('exit', (code, signal) => resolve({ code, signal }))
  })
}
