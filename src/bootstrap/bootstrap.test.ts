import {
  appendFileSync,
  existsSync,
  lstatSync,
  mkdirSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { bootstrap, createProject } from '#testing/bootstrap.ts'

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

const flagOf = (name: string) => (name === 'tool' ? { dev: true } : name === 'bundle' ? { peer: true } : {})

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
