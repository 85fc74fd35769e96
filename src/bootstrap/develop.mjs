import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { root } from './processes.mjs'

const DASHBOARD = 'http://127.0.0.1:5173'

/**
 * Runs the service, which restarts when its sources change, behind Vite, which updates the dashboard
 * in place. When one of them exits, stops the other and returns the exit code.
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
  return exitTogether([service, dashboard])
}

function options(env) {
  return { cwd: root, env, stdio: 'inherit' }
}

async function exitTogether(children) {
  const exits = children.map(
    (child) => new Promise((resolve) => child.once('exit', (code) => resolve(code ?? 0))),
  )
  const stopAll = () => {
    for (const child of children) child.kill('SIGTERM')
  }
  process.on('SIGINT', stopAll)
  process.on('SIGTERM', stopAll)
  const code = await Promise.race(exits)
  stopAll()
  await Promise.all(exits)
  return code
}
