import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

const INTERVAL_MS = 200

/**
 * Ends this process in its ordinary way once the command that a person started is gone: a killed
 * npm cannot tell its children, and a service left alone would keep the port from the next start.
 * Does nothing where npm did not start us, for then we may be meant to outlive our parent.
 */
export function endWithCommand() {
  if (process.env.npm_lifecycle_event === undefined || process.platform === 'win32') return
  const above = pathToNpm(process.ppid)
  if (above.length === 0) return
  const timer = setInterval(() => {
    if (above.every(isAlive)) return
    clearInterval(timer)
    process.kill(process.pid, 'SIGTERM')
  }, INTERVAL_MS)
  timer.unref()
}

/** The processes between us and npm, npm included; empty where npm is not among the next few. */
function pathToNpm(parent) {
  const path = []
  for (let pid = parent; pid > 1 && path.length < 5; ) {
    const about = look(pid)
    if (about === undefined) return []
    path.push(pid)
    if (about.name.startsWith('npm')) return path
    pid = about.parent
  }
  return []
}

function isAlive(pid) {
  if (process.platform === 'linux') return !['Z', 'X', undefined].includes(look(pid)?.state)
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

function look(pid) {
  try {
    if (process.platform !== 'linux') return lookWithPs(pid)
    const [, name, state, parent] = readFileSync(`/proc/${pid}/stat`, 'utf8').match(
      /^\d+ \((.*)\) (\S) (\d+)/s,
    )
    return { name, state, parent: Number(parent) }
  } catch {
    return undefined
  }
}

function lookWithPs(pid) {
  const line = execFileSync('ps', ['-o', 'ppid=,command=', '-p', String(pid)], { encoding: 'utf8' })
  const [, parent, name] = line.match(/^\s*(\d+)\s+(.*)$/s)
  return { name: /\bnpm(-cli\.js)?\b/.test(name) ? 'npm' : name, state: '', parent: Number(parent) }
}
