import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { root } from './processes.mjs'

const DASHBOARD = 'http://127.0.0.1:5173'

/**
 * Runs the service, restarted when its sources change, and in front of it Vite, which updates the
 * dashboard in place. Answers an exit code when one of the two ends, after ending the other.
 */
export function develop() {
  const env = { ...process.env, BASE_URL: process.env.BASE_URL ?? DASHBOARD }
  const service = spawn(
    process.execPath,
    ['--watch', '--watch-preserve-output', 'src/server/main.ts'],
    options(env),
  )
  const vite = join(root, 'node_modules/vite/bin/vite.js')
  const { hostname, port } = new URL(DASHBOARD)
  const dashboard = spawn(
    process.execPath,
    [vite, '--host', hostname, '--port', port, '--strictPort'],
    options(env),
  )
  return endTogether([service, dashboard])
}

function options(env) {
  return { cwd: root, env, stdio: 'inherit' }
}

async function endTogether(children) {
  const ends = children.map(
    (child) => new Promise((resolve) => child.once('exit', (code) => resolve(code ?? 0))),
  )
  const endAll = () => {
    for (const child of children) child.kill('SIGTERM')
  }
  process.on('SIGINT', endAll)
  process.on('SIGTERM', endAll)
  const code = await Promise.race(ends)
  endAll()
  await Promise.all(ends)
  return code
}
