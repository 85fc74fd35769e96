import { existsSync, mkdirSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { bootstrap, createProject, report } from '#testing/bootstrap.ts'

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

  test('has a temporary folder of its own, and removes it and those of killed runs', async () => {
    const program = `
      const { readdirSync } = require('node:fs')
      const { dirname, join } = require('node:path')
      const folder = require('node:os').tmpdir()
      require('node:fs').writeFileSync(join(folder, 'left.txt'), '')
      console.log('FOLDER ' + folder + ' of ' + readdirSync(dirname(folder)).join())
    `
    const project = createProject({ ...tools, 'node_modules/typescript/bin/tsc': program })
    const read = async () => {
      const { output } = await bootstrap(project, ['check'])
      const [, folder = '', siblings = ''] = /FOLDER (\S+) of (\S+)/.exec(output) ?? []
      return { folder, siblings }
    }
    const { folder } = await read()
    expect(folder).toMatch(/lectern-run-\d+-\w+$/)
    expect(existsSync(folder)).toBe(false)

    // No process has an id as large as this.
    const killed = join(dirname(folder), 'lectern-run-2147483647-killed')
    mkdirSync(killed)
    const again = await read()
    expect(again.siblings).toContain(basename(again.folder))
    expect(again.siblings).not.toContain(basename(killed))
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
