import { enableCompileCache } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { endWithCommand } from './ancestors.mjs'
import { build, ensureBuild } from './build.mjs'
import { develop } from './develop.mjs'
import { cache, complaint, root } from './processes.mjs'
import { allStages, playwrightTest, quickStages, runStages } from './stages.mjs'

/** What package.json's scripts call, with the rest of their command line. */
const commands = {
  async start(args) {
    await ensureBuild()
    endWithCommand()
    await become('src/server/main.ts', args)
  },
  async dev() {
    endWithCommand()
    process.exitCode = await develop()
  },
  test: () => runStages(allStages),
  check: () => runStages(quickStages),
  async build() {
    process.exitCode = await build()
  },
  async e2e(args) {
    await ensureBuild()
    process.exitCode = await playwrightTest(args)
  },
  lectern: (args) => become('src/server/cli/main.ts', args),
  bench: (args) => become('bench/run.ts', args),
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
