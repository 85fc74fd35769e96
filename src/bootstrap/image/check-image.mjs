// Performs the steps of the Dockerfile without Docker, and runs the result as a container would run. The base of the image
// is this machine's system below an overlay, so the machine needs the distribution of the image and this Node.
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { must, root, say, userError } from '../processes.mjs'
import { buildStage } from './build-stage.mjs'
import { checkUnit } from './check-unit.mjs'
import { parseDockerfile } from './dockerfile.mjs'
import { openOverlay } from './overlay.mjs'
import { startContainer, TITLE } from './run-image.mjs'

const file = fileURLToPath(import.meta.url)

/** Runs the check with mounts that no other process sees and that end with it. Returns the exit code. */
export function checkImage() {
  if (process.platform !== 'linux' || process.getuid() !== 0)
    throw userError('This check needs root on Linux, for its mounts and namespaces.')
  const work = mkdtempSync(join(tmpdir(), 'lectern-image-'))
  try {
    const args = ['--mount', '--propagation', 'private', process.execPath, file, work]
    return spawnSync('unshare', args, { stdio: 'inherit' }).status ?? 1
  } finally {
    rmSync(work, { recursive: true, force: true })
  }
}

/** Builds the image, starts it, writes a page, stops it, and reads the page after another start. */
async function buildAndRun(work) {
  const stages = parseDockerfile(readFileSync(join(root, 'Dockerfile'), 'utf8'))
  expectDistribution(stages)
  const context = copyContext(join(work, 'context'))
  const built = new Map()
  for (const [index, stage] of stages.entries()) {
    const name = stage.name ?? 'image'
    say(`\nStage ${name}`)
    const folder = openOverlay(join(work, `${index}-${name}`))
    const folderOf = (from) => (from === undefined ? context : built.get(from).folder)
    built.set(name, { folder, ...buildStage(stage, { folder, folderOf }) })
  }
  const image = built.get('image')
  // A new volume begins as the folder of the image, with its owner and mode.
  const volume = join(work, 'volume')
  must('cp', ['-a', join(image.folder, image.settings.VOLUME), volume])
  say('\nRun')
  const first = await startContainer({ ...image, volume })
  const spaceId = first.writePage()
  await first.stop()
  const second = await startContainer({ ...image, volume })
  const titles = second.pages(spaceId)
  await second.stop()
  if (!titles.includes(TITLE)) throw userError('The page is gone after a restart.')
  say('The image builds, runs read-only as an unprivileged user, and keeps its data.')
  say('\nUnit')
  await checkUnit(image, work)
}

function expectDistribution(stages) {
  const [, release] = /^VERSION_CODENAME=(\w+)$/m.exec(readFileSync('/etc/os-release', 'utf8')) ?? []
  const node = process.versions.node.split('.')[0]
  const other = stages.find(({ base }) => !base.startsWith(`node:${node}`) || !base.includes(release))
  if (other === undefined) return
  throw userError(
    `The base is ${other.base}, but this machine has ${release} with Node ${process.versions.node}.`,
  )
}

/** What .dockerignore lets into the build, of the last commit. */
function copyContext(context) {
  const rules = readFileSync(join(root, '.dockerignore'), 'utf8').split('\n')
  const admitted = rules.filter((rule) => rule.startsWith('!')).map((rule) => rule.slice(1))
  mkdirSync(context)
  const archive = `${context}.tar`
  must('git', ['archive', `--output=${archive}`, 'HEAD', ...admitted], { cwd: root })
  must('tar', ['--extract', '--file', archive, '--directory', context])
  rmSync(join(context, 'src/testing'), { recursive: true })
  for (const path of readdirSync(context, { recursive: true }))
    if (/\.test\.tsx?$/.test(path)) rmSync(join(context, path))
  return context
}

if (process.argv[1] === file) {
  try {
    await buildAndRun(process.argv[2])
  } catch (error) {
    process.stderr.write(`${error.isUserError ? error.message : error.stack}\n`)
    process.exitCode = 1
  }
}
