import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

const INTERVAL_MS = 200

/**
 * Shuts this process down once the npm that started it is gone. A killed npm cannot signal its
 * children, and an orphaned service would block the port of the next start. Does nothing without
 * npm, because then the process may be meant to outlive its parent.
 */
export function exitWithNpm() {
  if (process.env.npm_lifecycle_event === undefined || process.platform === 'win32') return
  const ancestors = ancestorsToNpm(process.ppid)
  if (ancestors.length === 0) return
  const timer = setInterval(() => {
    if (ancestors.every(isAlive)) return
    clearInterval(timer)
    process.kill(process.pid, 'SIGTERM')
  }, INTERVAL_MS)
  timer.unref()
}

/** Process ids from our parent up to npm; empty if npm is not among the next five. */
function ancestorsToNpm(parent) {
  const pids = []
  for (let pid = parent; pid > 1 && pids.length < 5; ) {
    const info = processInfo(pid)
    if (info === undefined) return []
    pids.push(pid)
    if (info.name.startsWith('npm')) return pids
    pid = info.parent
  }
  return []
}

function isAlive(pid) {
  if (process.platform === 'linux') return !['Z', 'X', undefined].includes(processInfo(pid)?.state)
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

function processInfo(pid) {
  try {
    if (process.platform !== 'linux') return processInfoFromPs(pid)
    const [, name, state, parent] = readFileSync(`/proc/${pid}/stat`, 'utf8').match(
      /^\d+ \((.*)\) (\S) (\d+)/s,
    )
    return { name, state, parent: Number(parent) }
  } catch {
    return undefined
  }
}

function processInfoFromPs(pid) {
  const line = execFileSync('ps', ['-o', 'ppid=,command=', '-p', String(pid)], { encoding: 'utf8' })
  const [, parent, name] = line.match(/^\s*(\d+)\s+(.*)$/s)
  return { name: /\bnpm(-cli\.js)?\b/.test(name) ? 'npm' : name, state: '', parent: Number(parent) }
}
