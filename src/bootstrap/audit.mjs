// Compares the production packages of the lock file with the advisories of the npm registry.
import { spawnSync } from 'node:child_process'
import { npmCommand, root, say, userError } from './processes.mjs'

const LEVELS = ['moderate', 'high', 'critical']
/** The exit code when nothing was checked, which is neither a pass nor a finding. */
const UNCHECKED = 2

/**
 * Prints the vulnerable packages. Returns 0 if no production package has a vulnerability of level moderate or above, 1 if
 * one has, and 2 if the registry gave no answer. Arguments go to npm.
 */
export function audit(args, folder = root) {
  const { file, first, shell } = npmCommand()
  const options = ['audit', '--json', '--omit=dev', '--package-lock-only', '--no-update-notifier']
  const { stdout, stderr } = spawnSync(file, [...first, ...options, ...args], {
    cwd: folder,
    encoding: 'utf8',
    shell,
  })
  const report = parsed(stdout)
  if (report?.vulnerabilities === undefined) {
    say(`The packages were not checked: ${reasonOf(report, stderr)}`)
    say('Try again later, or set npm_config_registry to a registry that answers audits.')
    return UNCHECKED
  }
  const vulnerable = Object.values(report.vulnerabilities).filter(({ severity }) => LEVELS.includes(severity))
  for (const line of vulnerable.flatMap(linesOf)) say(line)
  // npm counts the project, too.
  const packages = (report.metadata?.dependencies?.prod ?? 1) - 1
  if (vulnerable.length > 0) say(`${vulnerable.length} of ${packages} production packages are vulnerable.`)
  else say(`None of ${packages} production packages has a known vulnerability of level moderate or above.`)
  return vulnerable.length > 0 ? 1 : 0
}

function parsed(text) {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function reasonOf(report, stderr) {
  const reason = report?.error?.summary || report?.message
  if (reason) return reason
  const line = stderr.split('\n').find((text) => text.startsWith('npm error '))
  if (line === undefined) throw userError('npm audit printed nothing that can be read.')
  return line.slice('npm error '.length)
}

/** A package with its advisories, and the version that fixes it. A dependent only names the package that it needs. */
function linesOf({ name, severity, via, range, fixAvailable }) {
  const fix = fixAvailable?.version ? `; update ${fixAvailable.name} to ${fixAvailable.version}` : ''
  const advisories = via.map((cause) =>
    typeof cause === 'string' ? `  because of ${cause}` : `  ${cause.title}: ${cause.url}`,
  )
  return [`${name} ${range}: ${severity}${fix}`, ...advisories]
}
