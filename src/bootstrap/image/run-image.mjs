import { spawn, spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { say, userError } from '../processes.mjs'
import { SYSTEM_PATH } from './build-stage.mjs'
import { healthCheckOf } from './dockerfile.mjs'

export const TITLE = 'Written before the restart'
const TOKEN = 'lct_imagecheckonlyandnowhereelse0123456789'
const START_MS = 180_000
/** The user of the image, as `--cap-drop ALL --security-opt no-new-privileges` leaves it. */
const AS_USER = [
  '/usr/bin/setpriv',
  '--reuid=1000',
  '--regid=1000',
  '--clear-groups',
  '--no-new-privs',
  '--bounding-set=-all',
  '--inh-caps=-all',
]

/**
 * Runs the command of an image read-only as its user, as the first process, without capabilities and without a network.
 * Waits until its health check passes. Only the volume and /tmp can be written.
 */
export async function startContainer({ folder, directory, env, settings, volume }) {
  if (settings.USER !== 'node') throw userError(`The image runs as ${settings.USER}.`)
  const script = `set -e
    mount --bind "$VOLUME_FOLDER" ${join(folder, settings.VOLUME)}
    mount -t tmpfs -o mode=1777,size=512m none ${join(folder, 'tmp')}
    mount -t proc proc ${join(folder, 'proc')}
    mount -o remount,bind,ro ${folder}
    ip link set lo up
    unset VOLUME_FOLDER
    exec chroot ${folder} ${AS_USER.join(' ')} /usr/bin/env --chdir=${directory} "$@"`
  const command = ['sh', '-c', script, 'sh', ...JSON.parse(settings.CMD)]
  const child = spawn('unshare', ['--mount', '--pid', '--net', '--fork', '--kill-child', ...command], {
    env: { PATH: SYSTEM_PATH, HOME: '/tmp', ...env, ...account, VOLUME_FOLDER: volume },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const output = []
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (part) => output.push(part))
  const ended = new Promise((resolve) => child.once('exit', (code, signal) => resolve(code ?? signal)))
  const container = { folder, env, settings, child, ended, log: () => Buffer.concat(output).toString() }
  await expectHealth(container)
  expectConfinement(container)
  return {
    writePage: () => writePage(container),
    pages: (id) => pages(container, id),
    stop: () => stop(container),
  }
}

const account = {
  LECTERN_ADMIN_EMAIL: 'ada@example.com',
  LECTERN_ADMIN_PASSWORD: 'a long and secret sentence',
  LECTERN_ADMIN_TOKEN: TOKEN,
}

async function expectHealth(container) {
  const { command } = healthCheckOf(container.settings.HEALTHCHECK)
  const deadline = Date.now() + START_MS
  while (container.child.exitCode === null && Date.now() < deadline) {
    if (inside(container, command).status === 0) return say('The health check passes.')
    await pause(500)
  }
  container.child.kill('SIGKILL')
  throw userError(`The container is not healthy:\n${container.log()}`)
}

function expectConfinement(container) {
  for (const path of ['/app/written', '/app/src/written', '/etc/written', '/usr/local/written'])
    if (inside(container, ['touch', path]).status === 0) throw userError(`The container can write ${path}.`)
  const status = inside(container, ['cat', '/proc/1/status']).stdout
  for (const [line, pattern] of [
    ['Uid', /^1000\s/],
    ['CapBnd', /^0+$/],
    ['CapEff', /^0+$/],
    ['NoNewPrivs', /^1$/],
  ])
    if (!pattern.test(new RegExp(`^${line}:\\s*(.*)$`, 'm').exec(status)?.[1] ?? ''))
      throw userError(`The service is not confined:\n${status}`)
  say('It writes only to its volume and has no capabilities.')
}

/** Runs a program in the namespaces of the container as its user. */
function inside({ child, folder, env }, program) {
  const pid = firstProcess(child)
  if (pid === '') return { status: 1, stdout: '' }
  const namespaces = ['--target', pid, '--mount', '--pid', '--net']
  return spawnSync('nsenter', [...namespaces, 'chroot', folder, ...AS_USER, ...program], {
    env: { PATH: SYSTEM_PATH, ...env },
    encoding: 'utf8',
  })
}

const firstProcess = ({ pid }) => readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim()

async function stop({ child, settings, ended, log }) {
  process.kill(Number(firstProcess(child)), settings.STOPSIGNAL)
  const code = await ended
  if (code !== 0) throw userError(`The container ended with ${code} after ${settings.STOPSIGNAL}:\n${log()}`)
  say(`It ends with code 0 after ${settings.STOPSIGNAL}.`)
}

const writePage = (container) =>
  evaluate(
    container,
    `const [organization] = (await send('GET', '/v1/orgs')).items
    const { id } = await send('POST', '/v1/orgs/' + organization.id + '/spaces', { title: 'Image' })
    const change = { operation: 'insert_page', title: '${TITLE}', document: { markdown: 'Text' } }
    await send('POST', '/v1/spaces/' + id + '/content', { changes: [change] })
    result(id)`,
  )

const pages = (container, id) =>
  evaluate(
    container,
    `const { pages } = await send('GET', '/v1/spaces/${id}/content/pages')
    result(pages.map((page) => page.title))`,
  )

function evaluate(container, program) {
  const { status, stdout, stderr } = inside(container, [
    'node',
    '--input-type=module',
    '--eval',
    CLIENT + program,
  ])
  if (status !== 0) throw userError(`${stderr}\n${container.log()}`)
  return JSON.parse(stdout)
}

/** The first start creates the account after it listens, so a refused request is sent again. */
const CLIENT = `
  const result = (value) => console.log(JSON.stringify(value))
  const send = async (method, path, body) => {
    const headers = { authorization: 'Bearer ${TOKEN}', ...(body && { 'content-type': 'application/json' }) }
    for (let attempt = 0; ; attempt++) {
      const url = 'http://127.0.0.1:' + process.env.PORT + path
      const response = await fetch(url, { method, headers, body: body && JSON.stringify(body) })
      if (response.ok) return response.json()
      if (attempt === 120 || ![401, 503].includes(response.status)) throw new Error(await response.text())
      await new Promise((resolve) => setTimeout(resolve, 500))
    }
  }
`
