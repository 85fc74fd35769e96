import { existsSync } from 'node:fs'
import { mkdir, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** Keeps a letter as a file whose name says when it was written and to whom; for its owner's eyes only. */
export async function writeToOutbox(folder: string, to: string, bytes: Buffer, now: Date): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const arriving = join(folder, `.${crypto.randomUUID()}`)
  await writeFile(arriving, bytes, { mode: 0o600 })
  await rename(arriving, freeName(folder, `${now.toISOString().replace(/[:.]/g, '-')}-${slugOf(to)}`))
}

const slugOf = (to: string): string =>
  to
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
    .slice(0, 100)

/** Two letters to one person in the same millisecond get two names. */
function freeName(folder: string, name: string): string {
  for (let again = 1; ; again++) {
    const path = join(folder, `${name}${again === 1 ? '' : `-${again}`}.eml`)
    if (!existsSync(path)) return path
  }
}
