import { existsSync } from 'node:fs'
import { mkdir, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** Writes an email to a file named by time and recipient that only the service's user can read. */
export async function writeToOutbox(folder: string, to: string, bytes: Buffer, now: Date): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const temporary = join(folder, `.${crypto.randomUUID()}`)
  await writeFile(temporary, bytes, { mode: 0o600 })
  await rename(temporary, freeName(folder, `${now.toISOString().replace(/[:.]/g, '-')}-${slugOf(to)}`))
}

const slugOf = (to: string): string =>
  to
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
    .slice(0, 100)

/** Two emails to one recipient in the same millisecond get two names. */
function freeName(folder: string, name: string): string {
  for (let attempt = 1; ; attempt++) {
    const path = join(folder, `${name}${attempt === 1 ? '' : `-${attempt}`}.eml`)
    if (!existsSync(path)) return path
  }
}
