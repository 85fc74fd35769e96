import { spawnSync } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { must, say, userError } from '../processes.mjs'
import { assignments, copyOf } from './dockerfile.mjs'

/** The path of the official Node image. */
export const SYSTEM_PATH = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin'

/**
 * Performs the steps of a stage in its folder as root, as Docker does. `folderOf` returns the folder of an earlier stage, or
 * without a name that of the context. Returns the working directory, the environment and the settings of the image.
 */
export function buildStage({ steps }, { folder, folderOf }) {
  const state = { shell: ['/bin/sh', '-c'], directory: '/', env: {}, args: {}, settings: {} }
  for (const { instruction, value } of steps) {
    say(`${instruction} ${value.length > 100 ? `${value.slice(0, 100)}…` : value}`)
    if (instruction === 'SHELL') state.shell = JSON.parse(value)
    else if (instruction === 'ENV') Object.assign(state.env, assignments(value))
    else if (instruction === 'ARG') Object.assign(state.args, assignments(value))
    else if (instruction === 'WORKDIR') {
      state.directory = value
      mkdirSync(join(folder, value), { recursive: true })
    } else if (instruction === 'COPY') copy(copyOf(value), join(folder, state.directory), folderOf)
    else if (instruction === 'RUN') runStep(value, folder, state)
    else state.settings[instruction] = value
  }
  return state
}

function copy({ from, sources, target }, directory, folderOf) {
  for (const source of sources) {
    const path = join(directory, target)
    const isInto = sources.length > 1 || (target.endsWith('/') && source !== '.')
    const destination = isInto ? join(path, source.split('/').at(-1)) : path
    mkdirSync(dirname(destination), { recursive: true })
    must('cp', ['-a', '-T', '--no-preserve=ownership', join(folderOf(from), source), destination])
  }
}

function runStep(command, folder, { shell, directory, env, args }) {
  const { status } = spawnSync(
    'chroot',
    [folder, '/usr/bin/env', `--chdir=${directory}`, ...shell, command],
    {
      env: { PATH: SYSTEM_PATH, HOME: '/root', ...args, ...env },
      stdio: ['ignore', 'ignore', 'inherit'],
    },
  )
  if (status !== 0) throw userError(`The step ended with ${status}: RUN ${command}`)
}
