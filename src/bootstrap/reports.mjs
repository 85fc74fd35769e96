import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join, relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { cache, root } from './processes.mjs'

/** Where a tool may write its report; that of an earlier run is gone. */
export function emptyReport(name) {
  mkdirSync(cache, { recursive: true })
  const report = join(cache, name)
  rmSync(report, { force: true })
  return report
}

/**
 * What a run came to: cases that passed and failed, and the troubles worth telling at the end.
 * A run that failed beyond its cases (no report, a crash, an error outside of tests) counts as one more.
 */
export function counted(code, report, read) {
  if (!existsSync(report)) return { passed: 0, failed: 1, troubles: [] }
  const { passed, failed, troubles } = read(JSON.parse(readFileSync(report, 'utf8')))
  return { passed, failed: code !== 0 && failed === 0 ? 1 : failed, troubles }
}

/** Reads the report of Vitest. */
export function ofVitest({ numPassedTests, numFailedTests, testResults }) {
  // A file that cannot even be loaded has no cases, and yet it failed.
  const broken = testResults.filter((file) => file.status === 'failed' && file.assertionResults.length === 0)
  const cases = testResults.flatMap((file) =>
    file.assertionResults
      .filter((one) => one.failureMessages?.length > 0)
      .map((one) => trouble(one.status === 'passed', file.name, one.fullName, one.failureMessages.at(-1))),
  )
  return {
    passed: numPassedTests,
    failed: numFailedTests + broken.length,
    troubles: [...cases, ...broken.map((file) => trouble(false, file.name, '', file.message))],
  }
}

/** Reads the report of Playwright. */
export function ofPlaywright({ stats, suites = [], config, errors = [] }) {
  const cases = suites.flatMap(specsOf).flatMap((spec) =>
    spec.tests
      .filter((one) => one.status === 'unexpected' || one.status === 'flaky')
      .map((one) => {
        const message = one.results.findLast((result) => result.error)?.error.message
        return trouble(one.status === 'flaky', join(config?.rootDir ?? root, spec.file), spec.title, message)
      }),
  )
  return {
    passed: stats.expected + stats.flaky,
    failed: stats.unexpected,
    troubles: [...cases, ...errors.map(({ message }) => trouble(false, root, '', message))],
  }
}

function specsOf(suite) {
  return [...(suite.specs ?? []), ...(suite.suites ?? []).flatMap(specsOf)]
}

/** A case in words, with the first lines of what it said. */
function trouble(passedAgain, file, title, message) {
  const place = [relative(root, file ?? root), title].filter(Boolean).join(' › ')
  const said = stripVTControlCharacters(message ?? '')
    .split('\n')
    .slice(0, 15)
    .map((line) => `    ${line.slice(0, 300)}`)
  return [`${passedAgain ? 'Passed at the second try' : 'Failed'}: ${place}`, ...said].join('\n').trimEnd()
}
