// The door to every command of package.json. Plain JavaScript without dependencies, for any Node
// from 18 on: it gets the Node, the packages and the builds that the rest needs, each only when
// missing or out of date, and says so in one line.
import { ensureDependencies } from './bootstrap/dependencies.mjs'
import { ensureRuntime } from './bootstrap/runtime.mjs'

const [name = '', ...args] = process.argv.slice(2)

try {
  if (await ensureRuntime()) {
    await ensureDependencies()
    // Only now: what stands there need not run under an older Node.
    const { perform } = await import('./bootstrap/commands.mjs')
    await perform(name, args)
  }
} catch (error) {
  if (!error.isForPeople) throw error
  process.stderr.write(`${error.message}\n`)
  process.exitCode = 1
}
