import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join, relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { cache, root } from './processes.mjs'

/** The path for a tool's report. Deletes the report of an earlier run. */
export function emptyReport(name) {
  mkdirSync(cache, { recursive: true })
  const report = join(cache, name)
  rmSync(report, { force: true })
  return report
}

/**
 * The result of a run: passed and failed cases, and the problems to print at the end. A run that
 * failed outside its cases (no report, a crash, an error outside of tests) counts as one failure,
 * which is explained by the end of what the tool wrote to standard error.
 */
export function readReport(code, report, parse, errors = '') {
  const outside = () => formatProblem(false, root, 'an error outside of tests', lastLines(errors), 40)
  if (!existsSync(report)) return { passed: 0, failed: 1, problems: [outside()] }
  const { passed, failed, problems } = parse(JSON.parse(readFileSync(report, 'utf8')))
  if (code === 0 || failed > 0) return { passed, failed, problems }
  return { passed, failed: 1, problems: [...problems, outside()] }
}

function lastLines(text) {
  const lines = text.split('\n').filter((line) => line.trim() !== '')
  return lines.slice(-40).join('\n')
}

/** Parses the JSON report of Vitest. */
export function parseVitest({ numPassedTests, numFailedTests, testResults }) {
  // A file that cannot be loaded, or whose hooks failed, has failed without a failed case.
  const broken = testResults.filter(
    (file) => file.status === 'failed' && file.assertionResults.every((one) => one.status !== 'failed'),
  )
  const cases = testResults.flatMap((file) =>
    file.assertionResults
      .filter((one) => one.failureMessages?.length > 0)
      .map((one) =>
        formatProblem(one.status === 'passed', file.name, one.fullName, one.failureMessages.at(-1)),
      ),
  )
  return {
    passed: numPassedTests,
    failed: numFailedTests + broken.length,
    problems: [...cases, ...broken.map((file) => formatProblem(false, file.name, '', file.message))],
  }
}

/** Parses the JSON report of Playwright. */
export function parsePlaywright({ stats, suites = [], config, errors = [] }) {
  const cases = suites.flatMap(specsOf).flatMap((spec) =>
    spec.tests
      .filter((one) => one.status === 'unexpected' || one.status === 'flaky')
      .map((one) => {
        const message = one.results.findLast((result) => result.error)?.error.message
        return formatProblem(
          one.status === 'flaky',
          join(config?.rootDir ?? root, spec.file),
          spec.title,
          message,
        )
      }),
  )
  return {
    passed: stats.expected + stats.flaky,
    failed: stats.unexpected,
    problems: [...cases, ...errors.map(({ message }) => formatProblem(false, root, '', message))],
  }
}

function specsOf(suite) {
  return [...(suite.specs ?? []), ...(suite.suites ?? []).flatMap(specsOf)]
}

/** A failed or flaky case with the first lines of its error. */
function formatProblem(isFlaky, file, title, message, maxLines = 15) {
  const location = [relative(root, file ?? root), title].filter(Boolean).join(' › ')
  const lines = stripVTControlCharacters(message ?? '')
    .split('\n')
    .slice(0, maxLines)
    .map((line) => `    ${line.slice(0, 300)}`)
  return [`${isFlaky ? 'Passed at the second try' : 'Failed'}: ${location}`, ...lines].join('\n').trimEnd()
}
