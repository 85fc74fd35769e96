// Measures a backup, its verification and its restore on the embedded database: time, size and peak memory.
// node bench/backups.ts [pages] [megabytes of files]
import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { api } from '#contract/api.ts'
import { startBenchService } from './service.ts'

const [pages = 10_000, megabytes = 1_000] = process.argv.slice(2).map(Number)
const PAGES_IN_FOLDER = 40
const root = resolve(import.meta.dirname, '..')
const folder = mkdtempSync(join(tmpdir(), 'lectern-bench-backups-'))

type Measured = { readonly seconds: number; readonly peakMb: number; readonly output: string }

/** Runs a command of the command line and follows the peak of its memory, which Linux reports. */
async function lectern(dataDir: string, ...args: string[]): Promise<Measured> {
  const start = performance.now()
  const child = spawn(process.execPath, ['src/server/cli/main.ts', ...args], {
    cwd: root,
    env: { ...process.env, DATA_DIR: dataDir, DATABASE_URL: '', BASE_URL: '' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let output = ''
  let peakMb = 0
  child.stdout.on('data', (chunk: Buffer) => {
    output += chunk.toString()
  })
  const timer = setInterval(() => {
    peakMb = Math.max(peakMb, peakOf(child.pid ?? 0))
  }, 50)
  const code = await new Promise((done) => child.once('close', done))
  clearInterval(timer)
  if (code !== 0) throw new Error(`${args.join(' ')} ended with ${code}: ${output}`)
  return { seconds: (performance.now() - start) / 1000, peakMb, output }
}

function peakOf(pid: number): number {
  try {
    return Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024
  } catch {
    return 0
  }
}

const bytesIn = (path: string): number =>
  readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, entry) => sum + statSync(join(entry.parentPath, entry.name)).size, 0)

/** Pages of 3 kB with words of their own, and images of 1 MB that cannot be compressed. */
function writeSource(source: string): void {
  const images = Math.round(megabytes)
  for (let page = 0; page < pages; page++) {
    const section = join(source, `part-${Math.floor(page / PAGES_IN_FOLDER)}`)
    if (page % PAGES_IN_FOLDER === 0) mkdirSync(section, { recursive: true })
    const words = randomBytes(1_200).toString('hex').replace(/.{8}/g, '$& ')
    const image = page < images ? `![](../image-${page}.bin)\n\n[file](../image-${page}.bin)` : ''
    writeFileSync(
      join(section, `page-${page}.md`),
      `# Page ${page}\n\n${words}\n\n## More\n\n${words}\n\n${image}\n`,
    )
  }
  for (let image = 0; image < images; image++)
    writeFileSync(join(source, `image-${image}.bin`), randomBytes(1_000_000))
}

const service = await startBenchService()
try {
  const { id: organizationId } = await service.call(api.organizations.create, { body: { title: 'Bench' } })
  const params = { organizationId }
  const { id: spaceId } = await service.call(api.spaces.create, { params, body: { title: 'Pages' } })
  const source = join(folder, 'source')
  const target = join(folder, 'backups')
  const restored = join(folder, 'restored')
  writeSource(source)
  const imported = await lectern(service.dataDir, 'import', source, '--space', spaceId)
  console.log(imported.output.split('\n')[0])
  console.log('| Command | Time | Peak memory | Size |\n| --- | ---: | ---: | ---: |')
  const row = (name: string, { seconds, peakMb }: Measured, bytes?: number) =>
    console.log(
      `| ${name} | ${seconds.toFixed(1)} s | ${Math.round(peakMb)} MB | ${bytes === undefined ? '' : `${Math.round(bytes / 1e6)} MB`} |`,
    )
  row('First backup', await lectern(service.dataDir, 'backup', '--to', target), bytesIn(target))
  const first = bytesIn(target)
  row('Second backup', await lectern(service.dataDir, 'backup', '--to', target), bytesIn(target) - first)
  row('Verify', await lectern(service.dataDir, 'restore', '--verify', target))
  row('Restore', await lectern(restored, 'restore', target))
} finally {
  await service.stop()
  rmSync(folder, { recursive: true, force: true })
}
