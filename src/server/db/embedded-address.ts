import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { type Account, handOver } from './embedded-account.ts'

/** A socket in a folder that only its user can enter, or a local port. */
export type Address = { readonly socketFolder: string } | { readonly port: number }

export const SUPERUSER = 'lectern'

/** Operating systems limit a socket's path, including the file name, to 104 to 108 bytes. */
const MAX_SOCKET_FOLDER_BYTES = 88
const SHORT_FOLDER = 'lectern-pg-'

/** The data folder if its path is short enough, else a new private temporary folder. */
export function socketFolderFor(dataFolder: string, account: Account): string {
  if (Buffer.byteLength(dataFolder) <= MAX_SOCKET_FOLDER_BYTES) return dataFolder
  const base = Buffer.byteLength(tmpdir()) < 70 ? tmpdir() : '/tmp'
  const folder = mkdtempSync(join(base, SHORT_FOLDER))
  handOver(folder, account)
  return folder
}

/** Creates a private socket folder again that was removed when its server ended. */
export function ensureSocketFolder(folder: string, account: Account): void {
  if (existsSync(folder)) return
  mkdirSync(folder, { mode: 0o700 })
  handOver(folder, account)
}

/** Removes a private socket folder, but never the data folder or other folders. */
export function removeSocketFolder(address: Address, dataFolder: string): void {
  if (!('socketFolder' in address) || address.socketFolder === dataFolder) return
  if (!basename(address.socketFolder).startsWith(SHORT_FOLDER)) return
  rmSync(address.socketFolder, { recursive: true, force: true })
}

/** A currently free local port. */
export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer().once('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() => resolve(typeof address === 'object' && address !== null ? address.port : 0))
    })
  })
}

/** `password` is only used for a port: anyone who can enter the socket's folder is trusted. */
export function connectionString(address: Address, database: string, password: string): string {
  if ('port' in address) return `postgresql://${SUPERUSER}:${password}@127.0.0.1:${address.port}/${database}`
  return `postgresql://${SUPERUSER}@localhost:5432/${database}?host=${encodeURIComponent(address.socketFolder)}`
}
