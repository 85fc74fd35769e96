import { spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { exitOf, npm, root, say, userError } from './processes.mjs'

const NODE_VERSION = 24
const SYSTEM = process.platform === 'win32' ? 'win' : process.platform

/**
 * Returns true if this Node is new enough. Otherwise npm installs Node 24 into `.node`, the command
 * runs again under it, and the result is false once it has exited, with its exit code as ours.
 */
export async function ensureRuntime() {
  if (Number.parseInt(process.versions.node, 10) >= NODE_VERSION) return true
  const node = join(root, '.node/node_modules', `node-${SYSTEM}-${process.arch}`, 'bin', executable())
  if (!existsSync(node)) await install(`node-${SYSTEM}-${process.arch}`)
  if (spawnSync(node, ['--version']).status !== 0) throw userError(remedy())
  process.exitCode = await restart(node)
  return false
}

async function install(name) {
  say(`Installing Node ${NODE_VERSION} into .node (this is Node ${process.versions.node})…`)
  mkdirSync(join(root, '.node'), { recursive: true })
  const flags = ['--no-save', '--no-package-lock', '--ignore-scripts', '--no-audit', '--no-fund']
  const code = await npm(['install', '--prefix', join(root, '.node'), ...flags, `${name}@${NODE_VERSION}`])
  if (code !== 0) throw userError(remedy())
}

function restart(node) {
  const path = [dirname(node), process.env.PATH].join(delimiter)
  const child = spawn(node, process.argv.slice(1), { stdio: 'inherit', env: { ...process.env, PATH: path } })
  return exitOf(child)
}

function remedy() {
  return `Lectern needs Node ${NODE_VERSION} or newer, and npm has none that runs on this machine. Install it from https://nodejs.org.`
}

function executable() {
  return process.platform === 'win32' ? 'node.exe' : 'node'
}
