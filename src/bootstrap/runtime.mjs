import { spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { exitOf, npm, root, say, userError } from './processes.mjs'

const NODE_VERSION = 24
const SYSTEM = process.platform === 'win32' ? 'win' : process.platform

const folder = join(root, '.node')
/** Written once the installed Node has run. */
const stamp = join(folder, '.lectern-works')

/**
 * Returns true if this Node is new enough. Otherwise npm installs Node 24 into `.node` while `prepare` runs, the command
 * runs again under it, and the result is false once it has exited, with its exit code as ours.
 */
export async function ensureRuntime(prepare) {
  if (Number.parseInt(process.versions.node, 10) >= NODE_VERSION) return true
  const name = `node-${SYSTEM}-${process.arch}`
  const node = join(folder, 'node_modules', name, 'bin', executable())
  await Promise.all([ensureNode(name, node), prepare()])
  process.exitCode = await restart(node)
  return false
}

async function ensureNode(name, node) {
  if (existsSync(stamp) && existsSync(node)) return
  if (!existsSync(node)) await install(name)
  if (spawnSync(node, ['--version']).status !== 0) throw userError(remedy())
  writeFileSync(stamp, '')
}

async function install(name) {
  say(`Installing Node ${NODE_VERSION} into .node (this is Node ${process.versions.node})…`)
  mkdirSync(folder, { recursive: true })
  const flags = ['--no-save', '--no-package-lock', '--ignore-scripts', '--no-audit', '--no-fund']
  const code = await npm(['install', '--prefix', folder, ...flags, `${name}@${NODE_VERSION}`])
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
