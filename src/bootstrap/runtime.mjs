import { spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { complaint, exitOf, npm, root, say } from './processes.mjs'

const WANTED = 24
const SYSTEM = process.platform === 'win32' ? 'win' : process.platform

/**
 * True where this Node is new enough. Elsewhere everything starts over under one that is, which
 * npm brings into `.node`; the answer is false once that has ended, with its exit code as ours.
 */
export async function ensureRuntime() {
  if (Number.parseInt(process.versions.node, 10) >= WANTED) return true
  const node = join(root, '.node/node_modules', `node-${SYSTEM}-${process.arch}`, 'bin', executable())
  if (!existsSync(node)) await install(`node-${SYSTEM}-${process.arch}`)
  if (spawnSync(node, ['--version']).status !== 0) throw complaint(remedy())
  process.exitCode = await startOver(node)
  return false
}

async function install(name) {
  say(`Node ${WANTED} is fetched into .node (this one is ${process.versions.node}).`)
  mkdirSync(join(root, '.node'), { recursive: true })
  const flags = ['--no-save', '--no-package-lock', '--ignore-scripts', '--no-audit', '--no-fund']
  const code = await npm(['install', '--prefix', join(root, '.node'), ...flags, `${name}@${WANTED}`])
  if (code !== 0) throw complaint(remedy())
}

function startOver(node) {
  const path = [dirname(node), process.env.PATH].join(delimiter)
  const child = spawn(node, process.argv.slice(1), { stdio: 'inherit', env: { ...process.env, PATH: path } })
  return exitOf(child)
}

function remedy() {
  return `Lectern needs Node ${WANTED} or newer, and npm has none that runs on this machine. Install it from https://nodejs.org.`
}

function executable() {
  return process.platform === 'win32' ? 'node.exe' : 'node'
}
