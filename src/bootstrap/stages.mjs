import { join } from 'node:path'
import { ensureBrowser } from './browser.mjs'
import { build } from './build.mjs'
import { cache, root, run, say } from './processes.mjs'
import { emptyReport, parsePlaywright, parseVitest, readReport } from './reports.mjs'
import { builtService } from './service-process.ts'
import { useOwnTemporaryFolder } from './temporary-folder.mjs'

/** Runs a tool from node_modules under this Node. */
export function tool(path, args, options) {
  return run(process.execPath, [join(root, 'node_modules', path), ...args], options)
}

/** Each stage returns how many of its cases passed and failed. */
const stages = {
  'Type check': () => oneCase(() => tool('typescript/bin/tsc', ['--noEmit', '-p', '.'])),
  Lint: () => oneCase(() => tool('@biomejs/biome/bin/biome', ['check', '.'])),
  'Floating promises': () =>
    oneCase(() => tool('oxlint/bin/oxlint', ['--type-aware', '--quiet', 'src', 'e2e', 'bench'])),
  'Unused code and dependencies': () =>
    oneCase(() => tool('knip/bin/knip.js', ['--no-progress', '--treat-config-hints-as-errors'])),
  // Some API tests start the service as a process, whose sites need the build.
  Build: () => oneCase(build),
  'Unit and API tests': vitest,
  'End-to-end tests': playwright,
}

/** Types, lint, unit and API tests. */
export const quickStages = [
  'Type check',
  'Lint',
  'Floating promises',
  'Unused code and dependencies',
  'Build',
  'Unit and API tests',
]
export const allStages = Object.keys(stages)

/**
 * Runs all stages even if some fail. Repeats at the end what failed or passed only on the second
 * try. The last line is the sum of all cases.
 */
export async function runStages(names) {
  useOwnTemporaryFolder()
  const lines = []
  const allProblems = []
  const sum = { passed: 0, failed: 0 }
  for (const name of names) {
    say(`\n${name}`)
    const startedAt = Date.now()
    const { passed, failed, problems = [] } = await stages[name]()
    allProblems.push(...problems)
    sum.passed += passed
    sum.failed += failed
    const seconds = ((Date.now() - startedAt) / 1000).toFixed(1)
    lines.push(`${name.padEnd(30)}${`${passed} passed, ${failed} failed`.padEnd(26)}${seconds.padStart(7)} s`)
  }
  if (allProblems.length > 0) say(`\n${allProblems.join('\n\n')}`)
  say(`\n${lines.join('\n')}\n${sum.passed} passed, ${sum.failed} failed`)
  process.exitCode = sum.failed > 0 ? 1 : 0
}

/** Runs Playwright with these arguments and returns its exit code. */
export async function playwrightTest(args, { env = {} } = {}) {
  const browser = await ensureBrowser()
  if (browser === undefined) return 1
  const command = ['test', '-c', 'e2e/playwright.config.ts', ...args]
  return tool('@playwright/test/cli.js', command, {
    env: {
      ...env,
      LECTERN_CHROMIUM: browser,
      LECTERN_PROGRAM: builtService,
      // Compiled tests, otherwise in the temporary folder.
      PLAYWRIGHT_TRANSFORM_CACHE_DIR: join(cache, 'browser-tests'),
    },
  })
}

async function oneCase(run) {
  return (await run()) === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 }
}

async function vitest() {
  const report = emptyReport('vitest.json')
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
  // Tests of printing need a browser; without one only they fail.
  const browser = await ensureBrowser()
  // Each file of tests has its own process, which would compile the same libraries again.
  const env = {
    NODE_COMPILE_CACHE: join(cache, 'compiled'),
    ...(browser === undefined ? {} : { LECTERN_CHROMIUM: browser }),
  }
  let errors = ''
  const onError = (part) => {
    errors = `${errors}${part}`.slice(-20_000)
  }
  const code = await tool('vitest/vitest.mjs', ['run', ...reporters], { env, onError })
  return readReport(code, report, parseVitest, errors)
}

async function playwright() {
  const report = emptyReport('playwright.json')
  const env = { PLAYWRIGHT_JSON_OUTPUT_FILE: report, PLAYWRIGHT_JSON_OUTPUT_NAME: report }
  const code = await playwrightTest(['--reporter=line,json'], { env })
  return readReport(code, report, parsePlaywright)
}
