import { rmSync } from 'node:fs'
import { createConnection, createServer, type Server, type Socket } from 'node:net'
import { join } from 'node:path'

/** A way to a database that can be cut and restored. */
export type DatabaseProxy = {
  readonly connectionString: string
  /** Breaks every connection, and refuses new ones until `restore`. */
  readonly cut: () => Promise<void>
  readonly restore: () => Promise<void>
  readonly close: () => Promise<void>
}

/** Forwards connections to a database, through a socket in an empty folder. */
export async function startDatabaseProxy(connectionString: string, folder: string): Promise<DatabaseProxy> {
  const url = new URL(connectionString)
  const host = url.searchParams.get('host')
  const target =
    host === null
      ? { host: url.hostname, port: Number(url.port || 5432) }
      : { path: join(host, `.s.PGSQL.${url.port || 5432}`) }
  const path = join(folder, '.s.PGSQL.5432')
  const sockets = new Set<Socket>()
  let server: Server | undefined

  function forward(client: Socket): void {
    const upstream = createConnection(target)
    for (const [one, other] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      sockets.add(one)
      one.on('error', () => other.destroy())
      one.on('close', () => {
        sockets.delete(one)
        other.destroy()
      })
      one.pipe(other)
    }
  }

  async function restore(): Promise<void> {
    rmSync(path, { force: true })
    const opened = createServer(forward)
    await new Promise<void>((resolve) => opened.listen(path, resolve))
    server = opened
  }

  async function cut(): Promise<void> {
    const closed = new Promise((resolve) => server?.close(resolve) ?? resolve(undefined))
    for (const socket of sockets) socket.destroy()
    await closed
    server = undefined
  }

  await restore()
  url.port = '5432'
  url.searchParams.set('host', folder)
  return { connectionString: url.href, cut, restore, close: cut }
}
