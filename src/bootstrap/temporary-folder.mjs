import { chmodSync, mkdtempSync, readdirSync, rmSync, statfsSync } from 'node:fs'
import { freemem, tmpdir } from 'node:os'
import { join } from 'node:path'

/** Linux: a folder in memory. */
const MEMORY = '/dev/shm'
/** A run of all tests writes up to 2.3 GB at a time; the rest is for the programs that run. */
const NEEDED_BYTES = 8 * 1024 ** 3
const PREFIX = 'lectern-run-'

/**
 * Points the temporary folder of this process and its children to one of their own, which is removed when this process
 * exits. It is in memory if that is large enough: creating a database copies 1,100 files, which takes a tenth of the time there.
 * Folders of killed runs are removed, too.
 */
export function useOwnTemporaryFolder() {
  const parent = isLargeEnough() ? MEMORY : tmpdir()
  for (const name of readdirSync(parent)) {
    const [, pid] = new RegExp(`^${PREFIX}(\\d+)-`).exec(name) ?? []
    if (pid !== undefined && !isRunning(Number(pid))) remove(join(parent, name))
  }
  const folder = mkdtempSync(join(parent, `${PREFIX}${process.pid}-`))
  // As root, databases run under another user.
  chmodSync(folder, 0o755)
  process.env.TMPDIR = folder
  process.once('exit', () => remove(folder))
}

function isLargeEnough() {
  try {
    const { bavail, bsize } = statfsSync(MEMORY)
    return process.platform === 'linux' && Math.min(bavail * bsize, freemem()) > NEEDED_BYTES
  } catch {
    return false
  }
}

function isRunning(pid) {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    // It belongs to someone else.
    return error.code === 'EPERM'
  }
}

/** What someone else's run left stays. */
function remove(folder) {
  try {
    rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 })
  } catch {}
}
