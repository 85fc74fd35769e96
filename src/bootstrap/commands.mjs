import { enableCompileCache } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { cache, complaint, root } from './processes.mjs'

/** What package.json's scripts call, with the rest of their command line. Each loads only what it needs. */
const commands = {
  async start(args) {
    const { ensureBuild } = await import('./build.mjs')
    await ensureBuild()
    await endWithCommand()
    await become('src/server/main.ts', args)
  },
  async dev() {
    // Readers' pages use what is built; the dashboard comes from its sources.
    const { ensureBuild } = await import('./build.mjs')
    await ensureBuild()
    await endWithCommand()
    const { develop } = await import('./develop.mjs')
    process.exitCode = await develop()
  },
  async test() {
    const { allStages, runStages } = await import('./stages.mjs')
    await runStages(allStages)
  },
  async check() {
    const { quickStages, runStages } = await import('./stages.mjs')
    await runStages(quickStages)
  },
  async build() {
    const { build } = await import('./build.mjs')
    process.exitCode = await build()
  },
  async e2e(args) {
    const [{ ensureBuild }, { playwrightTest }] = [await import('./build.mjs'), await import('./stages.mjs')]
    await ensureBuild()
    process.exitCode = await playwrightTest(args)
  },
  lectern: (args) => become('src/server/cli/main.ts', args),
  bench: (args) => become('bench/run.ts', args),
}

async function endWithCommand() {
  const ancestors = await import('./ancestors.mjs')
  ancestors.endWithCommand()
}

/** Performs the command of that name. */
export async function perform(name, args) {
  if (!Object.hasOwn(commands, name)) {
    throw complaint(`Usage: node src/bootstrap.mjs <${Object.keys(commands).join('|')}> …`)
  }
  await commands[name](args)
}

/** Goes on as another program, in this process: no second start, and signals need no handing on. */
async function become(file, args) {
  const path = join(root, file)
  process.argv.splice(1, Number.POSITIVE_INFINITY, path, ...args)
  enableCompileCache(join(cache, 'compiled'))
  await import(pathToFileURL(path).href)
}
