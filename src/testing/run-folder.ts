import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Stops the databases that still run in the folder `$1`, then removes it. An aborted run may just be starting one. */
const CLEAN_UP = `
  read -r _ || sleep 2
  for round in 1 2 3 4 5 6; do
    running=
    for pid in $(find "$1" -name postmaster.pid -exec head -n 1 {} ';'); do
      case "$(ps -o comm= -p "$pid")" in *postgres) running=yes; kill -QUIT "$pid";; esac
    done
    if [ -z "$running" ]; then break; fi
    sleep 0.5
  done
  rm -rf "$1"
`

/**
 * Creates the folder below which a test run writes. A killed run cannot clean up, so a shell waits in the background: its
 * input closes when this process ends for any reason.
 */
export function makeRunFolder(): { readonly path: string; readonly remove: () => Promise<void> } {
  const path = mkdtempSync(join(tmpdir(), 'lectern-test-'))
  // As root the database runs under another user, which needs to enter the folder.
  chmodSync(path, 0o755)
  if (process.platform === 'win32') {
    return { path, remove: async () => rmSync(path, { recursive: true, force: true }) }
  }
  const shell = spawn('sh', ['-c', CLEAN_UP, 'sh', path], {
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  })
  const hasEnded = once(shell, 'exit')
  shell.unref()
  const remove = async () => {
    shell.ref()
    shell.stdin?.end('done\n')
    await hasEnded
  }
  return { path, remove }
}
