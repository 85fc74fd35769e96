import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { readConfig } from '#server/config.ts'
import { projectFolder } from '#server/paths.ts'
import { serviceFlags } from '../bootstrap/service-process.ts'
import { makeTestFolder } from './test-folder.ts'

// Plain JavaScript, like everything that the scripts of package.json call.
const { parseDockerfile } = (await import(join(projectFolder, 'src/bootstrap/image/dockerfile.mjs'))) as {
  parseDockerfile: (text: string) => { name: string | undefined; steps: { instruction: string }[] }[]
}

// What can be checked of the image, the compose file and the unit without Docker; `npm run image` performs its steps.

const read = (path: string): string => readFileSync(join(projectFolder, path), 'utf8')

/** The instructions of the Dockerfile, with continued lines joined. */
const instructions = read('Dockerfile')
  .replace(/\\\n\s*/g, ' ')
  .split('\n')
  .filter((line) => line !== '' && !line.startsWith('#'))
const last = (name: string): string => instructions.findLast((line) => line.startsWith(`${name} `)) ?? ''

test('the image and the unit start the service with the flags of npm start', () => {
  expect(JSON.parse(last('CMD').slice('CMD '.length))).toEqual([
    'node',
    ...serviceFlags,
    'dist/service/main.mjs',
  ])
  expect(read('deploy/lectern.service')).toContain(`node ${serviceFlags.join(' ')} /opt/lectern/`)
})

test('every base image has a version, and the last one runs as an unprivileged user', () => {
  const bases = instructions.filter((line) => line.startsWith('FROM '))
  expect(bases.length).toBeGreaterThan(1)
  expect(bases.filter((line) => !/^FROM node:24\.\d+-bookworm-slim( AS \w+)?$/.test(line))).toEqual([])
  const final = instructions.slice(instructions.lastIndexOf(bases.at(-1) ?? ''))
  expect(final).toContain('USER node')
  expect(final.findIndex((line) => line.startsWith('CMD '))).toBeGreaterThan(final.indexOf('USER node'))
  expect(final.some((line) => line.includes('npm '))).toBe(false)
  expect(last('HEALTHCHECK')).toContain('/healthz')
  expect(instructions.filter((line) => /^(ADD|MAINTAINER)|\bsudo\b|:latest/.test(line))).toEqual([])
})

test('packages come from the lock file without their scripts, and the image has no development packages', () => {
  const installs = instructions.filter((line) => line.includes('npm '))
  expect(installs).toHaveLength(1)
  expect(installs[0]).toMatch(/^RUN npm ci --omit=dev .*--ignore-scripts/)
  expect(instructions).toContain('COPY --from=build /app/node_modules node_modules')
  const system = instructions.filter((line) => line.includes('apt-get'))
  expect(system.every((line) => /--no-install-recommends.*rm -rf \/var\/lib\/apt\/lists/.test(line))).toBe(
    true,
  )
})

test('the image has every folder that the service imports, and exists in the repository', () => {
  const copied = instructions.flatMap(
    (line) => /^COPY (?!--from)(?:\S+ )*?(src\/\w+|docs|LICENSE)\b/.exec(line)?.[1] ?? [],
  )
  expect(copied).toEqual(
    expect.arrayContaining(['src/contract', 'src/markup', 'src/published', 'src/server']),
  )
  expect(copied.filter((path) => !existsSync(join(projectFolder, path)))).toEqual([])
  const admitted = read('.dockerignore').split('\n')
  expect(admitted[1]).toBe('*')
  const missing = copied.filter((path) => !admitted.includes(`!${path.split('/')[0]}`))
  expect(missing).toEqual([])
})

test('the parser of the image check reads every line, and refuses what it does not support', () => {
  const stages = parseDockerfile(read('Dockerfile'))
  expect(stages.map(({ name }) => name)).toEqual(['build', undefined])
  expect(stages.flatMap(({ steps }) => steps)).toHaveLength(instructions.length - stages.length)
  expect(() => parseDockerfile('FROM node:24\nADD a b')).toThrow('ADD a b')
  expect(() => parseDockerfile('RUN true')).toThrow('RUN comes before FROM')
})

type Service = {
  image: string
  environment?: Record<string, string>
  secrets?: string[]
  read_only?: boolean
  cap_drop?: string[]
  security_opt?: string[]
  ports?: string[]
  healthcheck?: object
  volumes?: string[]
  depends_on?: Record<string, { condition: string }>
}
const compose = parse(read('deploy/compose.yaml')) as {
  services: Record<string, Service>
  secrets: Record<string, { file: string }>
  volumes: Record<string, null>
}

test('containers cannot gain privileges, have fixed versions and publish only the service on this machine', () => {
  for (const [name, service] of Object.entries(compose.services)) {
    expect(service.security_opt, name).toContain('no-new-privileges:true')
    expect(service.image, name).toMatch(/:(?!latest)[\w.-]+$/)
    if (name !== 'lectern') expect(service.ports, name).toBeUndefined()
    for (const secret of service.secrets ?? []) expect(compose.secrets, name).toHaveProperty([secret])
  }
  const { lectern } = compose.services
  expect(lectern).toMatchObject({ read_only: true, cap_drop: ['ALL'], ports: ['127.0.0.1:4400:4400'] })
})

test('services wait until those that they need are healthy or done, and every volume is declared', () => {
  const { services, volumes } = compose
  const waits = Object.values(services).flatMap(({ depends_on = {} }) => Object.entries(depends_on))
  expect(waits.map(([name]) => name).sort()).toEqual(['bucket', 'database', 'objects'])
  for (const [name, { condition }] of waits) {
    const isEnding = condition === 'service_completed_successfully'
    expect(isEnding || condition === 'service_healthy', name).toBe(true)
    expect(services[name]?.healthcheck !== undefined, name).toBe(!isEnding)
  }
  const used = Object.values(services).flatMap((service) =>
    (service.volumes ?? []).map((at) => at.split(':')[0]),
  )
  expect(used.sort()).toEqual(Object.keys(volumes).sort())
  // No password has a default: all of them come from files that the operator creates.
  expect(read('deploy/compose.yaml')).not.toMatch(/(PASSWORD|SECRET|KEY)\w*: (?!\/run\/secrets\/)\S/)
})

test('the settings in the compose file are valid, and no secret is in the environment', () => {
  const folder = makeTestFolder()
  const values: Record<string, string> = {
    'database-url': 'postgresql://lectern:secret@database/lectern',
    'sealing-key': 'a'.repeat(64),
    's3-key': 'lectern',
    's3-secret': 'secret',
  }
  for (const [name, value] of Object.entries(values)) writeFileSync(join(folder, name), `${value}\n`)
  const environment = Object.entries(compose.services.lectern?.environment ?? {}).map(([name, value]) => [
    name,
    value.replace('/run/secrets', folder).replace(/^\$\{BASE_URL:-(.*)\}$/, '$1'),
  ])
  const config = readConfig(Object.fromEntries(environment))
  expect(config.databaseUrl).toBe(values['database-url'])
  expect(config.storage).toMatchObject({ bucket: 'lectern', credentials: { accessKeyId: 'lectern' } })
  expect(config.sealingKey).toHaveLength(32)
  const inClear = environment.filter(([name = '']) => /(PASSWORD|SECRET|KEY|TOKEN|_URL)$/.test(name))
  expect(inClear.map(([name]) => name)).toEqual(['BASE_URL'])
})

const unit = read('deploy/lectern.service')
  .split('\n')
  .filter((line) => /^\w+=/.test(line))

test('the unit runs the service without privileges and restarts it unless its settings are invalid', () => {
  expect(unit).toEqual(
    expect.arrayContaining([
      'User=lectern',
      'NoNewPrivileges=yes',
      'CapabilityBoundingSet=',
      'ProtectSystem=strict',
      'ProtectHome=yes',
      'PrivateTmp=yes',
      'StateDirectory=lectern',
      'Restart=on-failure',
      'RestartPreventExitStatus=2',
    ]),
  )
  // V8 compiles code while it runs.
  expect(unit.join('\n')).not.toContain('MemoryDenyWriteExecute=yes')
})

test('the unit has no unknown settings, and each once', () => {
  const known =
    /^(Description|After|Wants|StartLimit\w+|Type|User|Group|WorkingDirectory|ExecStart|EnvironmentFile|Environment|StateDirectory(Mode)?|UMask|Restart\w*|TimeoutStopSec|Limit\w+|NoNewPrivileges|\w+CapabilityBoundingSet|CapabilityBoundingSet|AmbientCapabilities|Protect\w+|ProcSubset|Private(Tmp|Devices)|Restrict\w+|LockPersonality|RemoveIPC|SystemCall\w+|WantedBy)=/
  expect(unit.filter((line) => !known.test(line))).toEqual([])
  const names = unit.map((line) => line.split('=')[0])
  expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([])
  const [, node, main] = /^ExecStart=(\S+)(?: --\S+)* \/opt\/lectern\/(\S+)$/m.exec(unit.join('\n')) ?? []
  expect(node).toBe('/usr/bin/node')
  expect(read('src/bootstrap/build.mjs'), 'the build makes it').toContain(`'${main}'`)
  expect(last('CMD')).toContain(`"${main}"`)
})
