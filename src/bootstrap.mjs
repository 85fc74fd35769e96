// The entry point of every script in package.json. Plain JavaScript without dependencies for Node 18
// and newer: it installs Node 24 and the packages if they are missing or out of date.
import { ensureDependencies, installPackages } from './bootstrap/dependencies.mjs'
import { ensureRuntime } from './bootstrap/runtime.mjs'

const [name = '', ...args] = process.argv.slice(2)

try {
  if (await ensureRuntime(() => installPackages(name))) {
    await ensureDependencies(name)
    // Imported late, because these modules need Node 24.
    const { runCommand } = await import('./bootstrap/commands.mjs')
    await runCommand(name, args)
  }
} catch (error) {
  if (!error.isUserError) throw error
  process.stderr.write(`${error.message}\n`)
  process.exitCode = 1
}
