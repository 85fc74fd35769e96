import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { must, root, say, userError } from '../processes.mjs'
import { startContainer } from './run-image.mjs'

/** The highest exposure that `systemd-analyze security` may report, from 0 to 10. */
const MAX_EXPOSURE = 2.5

/**
 * Lets systemd check the unit, and runs its command in the system of the image with its user, environment and writable
 * folder. Filters of system calls and namespaces need systemd as the first process, so they are not in force.
 */
export async function checkUnit(image, work) {
  const file = join(root, 'deploy/lectern.service')
  const settings = settingsOf(readFileSync(file, 'utf8'))
  analyze(join(work, 'lectern.service'), file)
  const { folder } = image
  const directory = settings.get('WorkingDirectory')
  mkdirSync(join(folder, directory), { recursive: true })
  must('mount', ['--rbind', join(folder, 'app'), join(folder, directory)])
  must('mount', ['-o', 'remount,bind,ro', join(folder, directory)])
  cpSync(join(folder, 'usr/local/bin/node'), join(folder, 'usr/bin/node'))
  const state = `/var/lib/${settings.get('StateDirectory')}`
  mkdirSync(join(folder, state), { recursive: true })
  const volume = join(work, 'state')
  must('install', [
    '--directory',
    '--owner=1000',
    '--group=1000',
    `--mode=${settings.get('StateDirectoryMode')}`,
    volume,
  ])
  const variables = settings
    .get('Environment')
    .split(' ')
    .map((pair) => pair.split('='))
  const service = await startContainer({
    folder,
    directory,
    volume,
    env: { PORT: '4400', ...Object.fromEntries(variables) },
    settings: { ...image.settings, VOLUME: state, CMD: JSON.stringify(settings.get('ExecStart').split(' ')) },
  })
  service.pages(service.writePage())
  await service.stop()
  say('The unit is valid, and its command runs.')
}

const settingsOf = (text) =>
  new Map([...text.matchAll(/^(\w+)=(.*)$/gm)].map(([, name, value]) => [name, value]))

function analyze(copy, file) {
  cpSync(file, copy)
  const { stdout, stderr, error } = spawnSync('systemd-analyze', ['verify', copy], { encoding: 'utf8' })
  if (error) throw userError('This check needs systemd-analyze, of the package systemd.')
  // This machine has neither the program nor the user.
  const complaints = `${stdout}${stderr}`
    .split('\n')
    .filter((line) => line.includes('lectern.service') && !/\/usr\/bin\/node|user.*lectern/i.test(line))
  if (complaints.length > 0) throw userError(complaints.join('\n'))
  const [, exposure] = /exposure level for \S+: ([\d.]+)/.exec(
    must('systemd-analyze', ['security', '--offline=true', '--no-pager', copy]),
  )
  if (Number(exposure) > MAX_EXPOSURE) throw userError(`The exposure of the unit is ${exposure} of 10.`)
  say(`systemd accepts the unit; its exposure is ${exposure} of 10.`)
}
