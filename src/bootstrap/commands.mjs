import { enableCompileCache } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { cache, root, userError } from './processes.mjs'
import { builtService, serviceEnv, serviceFlags } from './service-process.ts'

/** The commands that the scripts of package.json call. Each imports only what it needs. */
const commands = {
  async start(args) {
    const { ensureBuild } = await import('./build.mjs')
    await ensureBuild()
    await exitWithNpm()
    const { supervise } = await import('./supervise.mjs')
    process.exitCode = await supervise([...serviceFlags, builtService, ...args], { env: serviceEnv })
  },
  async dev() {
    // Published pages need the build; Vite serves the dashboard from its sources, and the service runs from its own.
    const { ensureBuild } = await import('./build.mjs')
    await ensureBuild(['dashboard'])
    await exitWithNpm()
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
  async release(args) {
    const { release } = await import('./release.mjs')
    release(args)
  },
  /** Needs root and the registry, so no test depends on it. */
  async image() {
    const { checkImage } = await import('./image/check-image.mjs')
    process.exitCode = checkImage()
  },
  /** Needs the registry, so no test depends on it. */
  async audit(args) {
    const { audit } = await import('./audit.mjs')
    process.exitCode = audit(args)
  },
  lectern: (args) => runInProcess('src/server/cli/main.ts', args),
  strings: (args) => runInProcess('src/testing/strings.ts', args),
  async bench(args) {
    const [name, ...rest] = /^[a-z-]*[a-z]$/.test(args[0] ?? '') ? args : ['run', ...args]
    const { ensureBuild } = await import('./build.mjs')
    await ensureBuild()
    process.env.LECTERN_PROGRAM = builtService
    await runInProcess(`bench/${name}.ts`, rest)
  },
}

async function exitWithNpm() {
  const ancestors = await import('./ancestors.mjs')
  ancestors.exitWithNpm()
}

export async function runCommand(name, args) {
  if (!Object.hasOwn(commands, name)) {
    throw userError(`Usage: node src/bootstrap.mjs <${Object.keys(commands).join('|')}> …`)
  }
  await commands[name](args)
}

/** Runs another program in this process, which saves a second start and forwarding signals. */
async function runInProcess(file, args) {
  const path = join(root, file)
  process.argv.splice(1, Number.POSITIVE_INFINITY, path, ...args)
  enableCompileCache(join(cache, 'compiled'))
  await import(pathToFileURL(path).href)
}
