// Packs a tagged version: the source, upgrade notes, a software bill of materials, and checksums.
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { gzipSync } from 'node:zlib'
import { root, say, userError } from './processes.mjs'

const MAX_OUTPUT_BYTES = 1024 ** 3

/**
 * Writes `lectern-<version>.tar.gz`, `UPGRADE.md`, `sbom.cdx.json` and `SHA256SUMS` into a folder. The same commit gives
 * the same bytes. Throws an error for the user if the tag, the version in package.json and the changelog do not agree.
 */
export function release([tag, folder], repository = root) {
  if (tag === undefined || folder === undefined)
    throw userError('Usage: npm run release -- <tag> <folder>, such as v0.2.0 ./out')
  const git = (...args) =>
    execFileSync('git', args, {
      cwd: repository,
      maxBuffer: MAX_OUTPUT_BYTES,
      stdio: ['ignore', 'pipe', 'ignore'],
    })
  const show = (path) => git('show', `${tag}:${path}`).toString()
  const commit = commitOf(git, tag)
  const { version } = JSON.parse(show('package.json'))
  if (tag !== `v${version}`) throw userError(`The tag is ${tag}, but package.json has version ${version}.`)
  const notes = notesOf(show('CHANGELOG.md'), version)
  const out = resolve(folder)
  mkdirSync(out, { recursive: true })
  const time = git('show', '--no-patch', '--format=%cI', commit).toString().trim()
  const files = {
    'UPGRADE.md': Buffer.from(notes),
    'sbom.cdx.json': Buffer.from(billOfMaterials(show, { commit, time })),
  }
  for (const [name, bytes] of Object.entries(files)) writeFileSync(join(out, name), bytes)
  const archive = `lectern-${version}`
  const added = Object.keys(files).map((name) => `--add-file=${join(out, name)}`)
  const tar = git('archive', '--format=tar', `--prefix=${archive}/`, ...added, commit)
  // Node's gzip writes no time and no file name, so the bytes only depend on the content.
  files[`${archive}.tar.gz`] = gzipSync(tar, { level: 9 })
  writeFileSync(join(out, `${archive}.tar.gz`), files[`${archive}.tar.gz`])
  writeFileSync(join(out, 'SHA256SUMS'), sumsOf(files))
  say(`The release ${version} is in ${out}.`)
}

function commitOf(git, tag) {
  try {
    return git('rev-parse', '--verify', `refs/tags/${tag}^{commit}`).toString().trim()
  } catch {
    throw userError(`There is no tag ${tag}. Create it first: git tag ${tag}`)
  }
}

/** The part of the changelog about a version. */
function notesOf(changelog, version) {
  const parts = changelog.split(/^(?=## )/m)
  const part = parts.find((text) => /^## \[?([\w.-]+)/.exec(text)?.[1] === version)
  if (part === undefined) throw userError(`CHANGELOG.md has no section ${version}.`)
  return `# Upgrade to Lectern ${version}\n\nBack up first. See docs/operate/upgrade.md.\n\n${part.replace(/^.*\n+/, '').trimEnd()}\n`
}

/** CycloneDX of the production packages in the lock file. The time and serial number are those of the commit. */
function billOfMaterials(show, { commit, time }) {
  const temporary = mkdtempSync(join(tmpdir(), 'lectern-release-'))
  // npm writes the name of the folder into the bill.
  const folder = join(temporary, 'lectern')
  mkdirSync(folder)
  try {
    for (const name of ['package.json', 'package-lock.json']) writeFileSync(join(folder, name), show(name))
    const args = [
      'sbom',
      '--package-lock-only',
      '--omit=dev',
      '--sbom-format=cyclonedx',
      '--no-update-notifier',
    ]
    const text = execFileSync('npm', args, {
      cwd: folder,
      maxBuffer: MAX_OUTPUT_BYTES,
      stdio: ['ignore', 'pipe', 'ignore'],
    })
    const bill = JSON.parse(text.toString())
    bill.serialNumber = `urn:uuid:${uuidOf(commit)}`
    bill.metadata.timestamp = new Date(time).toISOString()
    return `${JSON.stringify(bill, null, 2)}\n`
  } finally {
    rmSync(temporary, { recursive: true })
  }
}

/** A UUID of version 8 (RFC 9562, 5.8) from the commit. */
function uuidOf(commit) {
  const hex = createHash('sha256').update(commit).digest('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}

const sumsOf = (files) =>
  Object.entries(files)
    .map(([name, bytes]) => `${createHash('sha256').update(bytes).digest('hex')}  ${name}\n`)
    .sort()
    .join('')
