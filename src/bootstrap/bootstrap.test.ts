import { type ChildProcess, spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  appendFileSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { makeTestFolder } from '#testing/test-folder.ts'

// Each case starts Node or npm on processors that other tests use too.
vi.setConfig({ testTimeout: 60_000 })

const SOURCES = join(import.meta.dirname, '..')
const children: ChildProcess[] = []
afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL')
})

test('an unknown command prints the known ones', async () => {
  const { code, errors } = await bootstrap(createProject(), ['nonsense'])
  expect(code).toBe(1)
  expect(errors).toMatch(
    /^Usage: .*<start\|dev\|test\|check\|build\|e2e\|release\|image\|audit\|lectern\|strings\|bench>/,
  )
})

test('a command runs in the same process with its arguments and exit code', async () => {
  const project = createProject({
    'src/server/cli/main.ts': 'console.log(JSON.stringify(process.argv.slice(2))); process.exit(7)',
  })
  const { code, output } = await bootstrap(project, ['lectern', 'export', '--space', 'a b'])
  expect(output).toBe('["export","--space","a b"]\n')
  expect(code).toBe(7)
})

test('an older Node restarts the command under the one in .node, which is first on the path', async () => {
  const project = createProject({
    'src/server/cli/main.ts': 'console.log(process.execPath, process.env.PATH)',
  })
  const folder = addNode(project)
  const { code, output } = await bootstrap(project, ['lectern'], { nodeArgs: asOlderNode })
  expect(code).toBe(0)
  expect(output.split(' ')[1]?.split(':')[0]).toBe(folder)
})

/** Adds the Node of the tests as the installed one and returns its folder. */
function addNode(project: string): string {
  const system = process.platform === 'win32' ? 'win' : process.platform
  const folder = join(project, `.node/node_modules/node-${system}-${process.arch}/bin`)
  mkdirSync(folder, { recursive: true })
  symlinkSync(process.execPath, join(folder, 'node'))
  return folder
}

const fakeVersion = `Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '18.0.0' } })`
const asOlderNode = ['--import', `data:text/javascript,${encodeURIComponent(fakeVersion)}`]

describe('packages', () => {
  const root = {
    name: 'p',
    version: '1.0.0',
    dependencies: { part: 'file:part' },
    devDependencies: { tool: 'file:tool' },
    peerDependencies: { bundle: 'file:bundle' },
  }
  const names = ['part', 'tool', 'bundle'] as const
  const packages = Object.fromEntries([
    ['', root],
    ...names.map((name) => [name, { version: '1.0.0', ...flagOf(name) }]),
    ...names.map((name) => [`node_modules/${name}`, { resolved: name, link: true, ...flagOf(name) }]),
  ])
  const lock = JSON.stringify({ ...root, lockfileVersion: 3, requires: true, packages })
  const files = {
    'package.json': JSON.stringify({ ...root, type: 'module' }),
    'package-lock.json': lock,
    ...Object.fromEntries(
      names.map((name) => [`${name}/package.json`, JSON.stringify({ name, version: '1.0.0' })]),
    ),
    'src/server/cli/main.ts': '',
    'src/testing/strings.ts': '',
  }
  const installedIn = (project: string) =>
    names.filter((name) => existsSync(join(project, 'node_modules', name, 'package.json')))
  const installing = { code: 0, output: 'Installing packages…\n' }
  const current = { code: 0, output: '' }

  test('are installed once, and again when the lock file changes', async () => {
    const project = createProject(files, { installed: false })
    expect(await bootstrap(project, ['lectern'])).toMatchObject(installing)
    expect(installedIn(project)).toEqual(['part'])
    expect(await bootstrap(project, ['lectern'])).toMatchObject(current)
    writeFileSync(join(project, 'package-lock.json'), `${lock}\n`)
    expect(await bootstrap(project, ['lectern'])).toMatchObject(installing)
    expect(installedIn(project)).toEqual(['part'])
  })

  test('are installed by an older Node, too, and only once', async () => {
    const project = createProject(files, { installed: false })
    addNode(project)
    const options = { nodeArgs: asOlderNode }
    expect(await bootstrap(project, ['lectern'], options)).toMatchObject(installing)
    expect(installedIn(project)).toEqual(['part'])
    expect(await bootstrap(project, ['lectern'], options)).toMatchObject(current)
  })

  test('of tests are added by the first command that needs them, and stay', async () => {
    const project = createProject(files, { installed: false })
    await bootstrap(project, ['lectern'])
    const part = join(project, 'node_modules/part')
    const before = lstatSync(part)
    const adding = { code: 0, output: 'Installing the packages for tests…\n' }
    expect(await bootstrap(project, ['strings'])).toMatchObject(adding)
    expect(installedIn(project)).toEqual(names)
    expect(lstatSync(part)).toMatchObject({ ino: before.ino, ctimeMs: before.ctimeMs })
    expect(await bootstrap(project, ['strings'])).toMatchObject(current)
    expect(await bootstrap(project, ['lectern'])).toMatchObject(current)
    writeFileSync(join(project, 'package-lock.json'), `${lock}\n`)
    expect(await bootstrap(project, ['lectern'])).toMatchObject(installing)
    expect(installedIn(project)).toEqual(names)
  })
})

describe('the build before a start', () => {
  const builtOutput = 'Building the dashboard and the service…\nstarted\n'
  const files = {
    'src/server/main.ts': `console.log('started')`,
    'src/dashboard/main.tsx': 'one',
    'src/bootstrap/build-all.mjs': `
      import { mkdirSync, writeFileSync } from 'node:fs'
      for (const file of ['dashboard/index.html', 'reader/manifest.json']) {
        mkdirSync('dist/' + file.split('/')[0], { recursive: true })
        writeFileSync('dist/' + file, '')
      }`,
  }

  test('is skipped unless the content of a source changed', async () => {
    const project = createProject(files)
    expect((await bootstrap(project, ['start'])).output).toBe(builtOutput)
    expect((await bootstrap(project, ['start'])).output).toBe('started\n')

    const source = join(project, 'src/dashboard/main.tsx')
    utimesSync(source, new Date(), new Date(Date.now() + 5000))
    expect((await bootstrap(project, ['start'])).output).toBe('started\n')

    writeFileSync(join(project, 'src/dashboard/main.test.tsx'), 'a test')
    expect((await bootstrap(project, ['start'])).output).toBe('started\n')

    appendFileSync(source, ' more')
    expect((await bootstrap(project, ['start'])).output).toBe('Building the dashboard…\nstarted\n')

    writeFileSync(join(project, 'src/server/main.ts'), `console.log('changed')`)
    expect((await bootstrap(project, ['start'])).output).toBe('Building the service…\nchanged\n')
  })

  test('prints its error and starts nothing if it fails', async () => {
    const project = createProject({
      ...files,
      'src/bootstrap/build-all.mjs': `throw new Error('a bracket is missing')`,
    })
    const { code, output, errors } = await bootstrap(project, ['start'])
    expect(code).toBe(1)
    expect(output).not.toContain('started')
    expect(errors).toContain('a bracket is missing')
  })
})

describe('npm test', () => {
  const tools = {
    'node_modules/typescript/bin/tsc': '',
    'node_modules/@biomejs/biome/bin/biome': '',
    'node_modules/oxlint/bin/oxlint': '',
    'node_modules/knip/bin/knip.js': '',
    'node_modules/vitest/vitest.mjs': report('vitest.json', {
      numPassedTests: 5,
      numFailedTests: 0,
      testResults: [],
    }),
    'src/bootstrap/build-all.mjs': '',
    'node_modules/@playwright/test/cli.js': report('playwright.json', {
      stats: { expected: 2, unexpected: 0, flaky: 0 },
    }),
  }

  test('ends with the sum of all cases', async () => {
    const { code, output } = await bootstrap(createProject(tools), ['test'])
    expect(output.trimEnd().split('\n').at(-1)).toBe('12 passed, 0 failed')
    expect(code).toBe(0)
  })

  test('runs every stage even if some fail, and then fails', async () => {
    const broken = { status: 'failed', assertionResults: [] }
    const project = createProject({
      ...tools,
      'node_modules/typescript/bin/tsc': 'process.exit(2)',
      'node_modules/vitest/vitest.mjs': report(
        'vitest.json',
        { numPassedTests: 4, numFailedTests: 1, testResults: [broken] },
        1,
      ),
      'node_modules/@playwright/test/cli.js': 'process.exit(1)',
    })
    const { code, output } = await bootstrap(project, ['test'])
    expect(
      output
        .trimEnd()
        .split('\n')
        .slice(-8)
        .map((line) => line.replace(/ +[\d.]+ s$/, '')),
    ).toEqual([
      'Type check                    0 passed, 1 failed',
      'Lint                          1 passed, 0 failed',
      'Floating promises             1 passed, 0 failed',
      'Unused code and dependencies  1 passed, 0 failed',
      'Build                         1 passed, 0 failed',
      'Unit and API tests            4 passed, 2 failed',
      'End-to-end tests              0 passed, 1 failed',
      '8 passed, 4 failed',
    ])
    expect(code).toBe(1)
  })

  test('counts a run that failed outside its cases, and repeats its last errors', async () => {
    const vitest = report('vitest.json', { numPassedTests: 5, numFailedTests: 0, testResults: [] }, 1)
    const program = `console.error('Unhandled rejection');${vitest}`
    const project = createProject({ ...tools, 'node_modules/vitest/vitest.mjs': program })
    const { code, output } = await bootstrap(project, ['check'])
    expect(output.trimEnd().split('\n').at(-1)).toBe('10 passed, 1 failed')
    expect(output).toContain('Failed: an error outside of tests\n    Unhandled rejection\n')
    expect(code).toBe(1)
  })

  test('names a file whose hooks failed', async () => {
    const file = {
      name: 'src/rule.test.ts',
      status: 'failed',
      message: 'The database is gone',
      assertionResults: [{ fullName: 'holds', status: 'passed', failureMessages: [] }],
    }
    const vitest = report('vitest.json', { numPassedTests: 5, numFailedTests: 0, testResults: [file] }, 1)
    const project = createProject({ ...tools, 'node_modules/vitest/vitest.mjs': vitest })
    const { output } = await bootstrap(project, ['check'])
    expect(output.trimEnd().split('\n').at(-1)).toBe('10 passed, 1 failed')
    expect(output).toMatch(/Failed: .*rule.test.ts\n {4}The database is gone\n/)
  })
})

test('npm test repeats at the end what failed or passed only on the second try', async () => {
  const testCase = (fullName: string, status: string, ...failureMessages: string[]) => ({
    fullName,
    status,
    failureMessages,
  })
  const testResults = [
    {
      name: 'src/rule.test.ts',
      status: 'failed',
      assertionResults: [
        testCase('holds', 'passed'),
        testCase('wavers', 'passed', 'late once'),
        testCase('breaks', 'failed', 'first', 'expected 1 to be 2\n  at rule'),
      ],
    },
  ]
  const spec = (title: string, status: string, message: string) => ({
    title,
    file: 'tree.e2e.ts',
    tests: [{ status, results: [{ error: { message } }, {}] }],
  })
  const project = createProject({
    'node_modules/typescript/bin/tsc': '',
    'node_modules/@biomejs/biome/bin/biome': '',
    'node_modules/oxlint/bin/oxlint': '',
    'node_modules/knip/bin/knip.js': '',
    'node_modules/vitest/vitest.mjs': report(
      'vitest.json',
      { numPassedTests: 2, numFailedTests: 1, testResults },
      1,
    ),
    'src/bootstrap/build-all.mjs': '',
    'node_modules/@playwright/test/cli.js': report('playwright.json', {
      stats: { expected: 1, unexpected: 0, flaky: 1 },
      suites: [{ suites: [{ specs: [spec('drags', 'flaky', 'slow'), spec('opens', 'expected', 'never')] }] }],
    }),
  })
  const { output } = await bootstrap(project, ['test'])
  const problems = output.slice(output.indexOf('Passed at')).split('\n')
  expect(problems.slice(0, 9).map((line) => line.replace(/: .*(?=(src|tree))/, ': '))).toEqual([
    'Passed at the second try: src/rule.test.ts › wavers',
    '    late once',
    '',
    'Failed: src/rule.test.ts › breaks',
    '    expected 1 to be 2',
    '      at rule',
    '',
    'Passed at the second try: tree.e2e.ts › drags',
    '    slow',
  ])
  expect(output).not.toMatch(/: .*(holds|opens)/)
})

describe('npm start', () => {
  /** Writes a line per start; the behavior depends on the number of starts. */
  const service = (behavior: string) =>
    createProject({
      'src/bootstrap/build-all.mjs': '',
      'src/server/main.ts': `
        import { appendFileSync, readFileSync } from 'node:fs'
        appendFileSync('starts', '.')
        const starts = readFileSync('starts', 'utf8').length
        ${behavior}`,
    })

  test('starts a crashed service again, and says so', async () => {
    const project = service(`
      process.send('ready')
      if (starts === 1) setTimeout(() => process.kill(process.pid, 'SIGKILL'), 20)
      else { console.log('started again'); process.exit(0) }`)
    const { code, output } = await bootstrap(project, ['start'])
    expect(output).toMatch(/The service ended by SIGKILL. Restarting in 0.5 s.\nstarted again/)
    expect(code).toBe(0)
  })

  test('does not start a service again that refuses its settings or never got ready', async () => {
    const refused = await bootstrap(service(`process.send('ready', () => process.exit(2))`), ['start'])
    expect([refused.code, refused.output]).toEqual([2, expect.not.stringContaining('Restarting')])
    const unready = await bootstrap(service('process.exit(1)'), ['start'])
    expect([unready.code, unready.output]).toEqual([1, expect.not.stringContaining('Restarting')])
  })

  test('gives up on a service that keeps crashing', async () => {
    const program = `process.send('ready', () => process.exit(3))`
    const script = `
      import { supervise } from './src/bootstrap/supervise.mjs'
      process.exitCode = await supervise(['-e', ${JSON.stringify(program)}], { firstDelay: 1, maxRestarts: 2 })`
    const { code, output } = await bootstrap(createProject({ 'crashing.mjs': script }), [], {
      file: 'crashing.mjs',
    })
    expect(output.match(/Restarting/g)).toHaveLength(2)
    expect([code, output]).toEqual([3, expect.stringContaining('3 times within 10 minutes')])
  })

  test('passes a signal on and ends with the service', async () => {
    const project = service(`
      process.on('SIGTERM', () => { console.log('stopping'); process.exit(0) })
      setInterval(() => undefined, 1000)
      process.send('ready')
      process.kill(process.ppid, 'SIGTERM')`)
    const { code, output } = await bootstrap(project, ['start'])
    expect(output).toContain('stopping')
    expect(code).toBe(0)
  })
})

test('the service shuts down when the npm that started it is killed', async () => {
  const project = createProject({
    'src/bootstrap/build-all.mjs': '',
    'src/server/main.ts': `
      import { writeFileSync } from 'node:fs'
      process.on('SIGTERM', () => { writeFileSync('ended', ''); process.exit(0) })
      setInterval(() => undefined, 1000)
      writeFileSync('started', '')`,
  })
  const npm = `process.title = 'npm start'; require('node:child_process').spawn(process.execPath, ['src/bootstrap.mjs', 'start'])`
  const env = { ...process.env, npm_lifecycle_event: 'start' }
  const npmProcess = spawn(process.execPath, ['-e', npm], { cwd: project, env })
  children.push(npmProcess)
  await vi.waitUntil(() => existsSync(join(project, 'started')), { timeout: 50_000 })
  npmProcess.kill('SIGKILL')
  await vi.waitUntil(() => existsSync(join(project, 'ended')), { timeout: 50_000 })
})

/** A project folder with our bootstrap and these files instead of the product. */
function createProject(files: Record<string, string> = {}, { installed = true } = {}): string {
  const project = makeTestFolder()
  const sources = [
    'bootstrap.mjs',
    'bootstrap',
    'server/db/embedded-binaries.ts',
    'server/db/embedded-error.ts',
  ]
  for (const part of sources) cpSync(join(SOURCES, part), join(project, 'src', part), { recursive: true })
  const manifest = { name: 'p', version: '1.0.0', type: 'module' }
  const defaults = {
    'package.json': JSON.stringify(manifest),
    'package-lock.json': '{}',
    'src/bootstrap/build-service.mjs': copyService,
  }
  for (const [name, content] of Object.entries({ ...defaults, ...files })) {
    mkdirSync(dirname(join(project, name)), { recursive: true })
    writeFileSync(join(project, name), content)
  }
  if (installed) markInstalled(project)
  return project
}

const flagOf = (name: string) => (name === 'tool' ? { dev: true } : name === 'bundle' ? { peer: true } : {})

/** A build of the service that only copies it. */
const copyService = `
  import { cpSync, existsSync, mkdirSync } from 'node:fs'
  mkdirSync('dist/service', { recursive: true })
  if (existsSync('src/server/main.ts')) cpSync('src/server/main.ts', 'dist/service/main.mjs')`

/** Writes the stamp that the bootstrap writes after an installation for tests. */
function markInstalled(project: string): void {
  const lock = createHash('sha256').update('{}').update(process.platform).update(process.arch).digest('hex')
  mkdirSync(join(project, 'node_modules'), { recursive: true })
  writeFileSync(join(project, 'node_modules/.lectern-installed'), JSON.stringify({ lock, tier: 'all' }))
}

/** A program that writes a report where the bootstrap reads it. */
function report(name: string, content: unknown, code = 0): string {
  const path = JSON.stringify(`node_modules/.cache/lectern/${name}`)
  return `import('node:fs').then(({ writeFileSync }) => {
    writeFileSync(${path}, ${JSON.stringify(JSON.stringify(content))})
    process.exit(${code})
  })`
}

async function bootstrap(
  project: string,
  args: string[],
  { nodeArgs = [], file = 'src/bootstrap.mjs' }: { nodeArgs?: string[]; file?: string } = {},
) {
  const env = { ...process.env, LECTERN_CHROMIUM: process.execPath, npm_lifecycle_event: undefined }
  const child = spawn(process.execPath, [...nodeArgs, file, ...args], { cwd: project, env })
  children.push(child)
  let output = ''
  let errors = ''
  child.stdout.on('data', (part) => {
    output += part
  })
  child.stderr.on('data', (part) => {
    errors += part
  })
  const code = await new Promise((resolve) => child.once('close', resolve))
  return { code, output, errors }
}
