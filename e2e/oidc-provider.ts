import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { resolve } from 'node:path'
import { createInterface } from 'node:readline'
import type { OidcPerson } from '#testing/oidc-server.ts'

/** A running OpenID Connect provider, a process of its own. */
export type OidcProcess = {
  readonly issuer: string
  /** Adds or changes a person, who signs in with any password. */
  readonly setPerson: (login: string, person: OidcPerson) => Promise<void>
  readonly stop: () => Promise<void>
}

export async function startOidcProcess(): Promise<OidcProcess> {
  const child = spawn(process.execPath, [resolve(import.meta.dirname, 'oidc-process.ts')], {
    stdio: ['pipe', 'pipe', 'ignore'],
  })
  const lines = createInterface(child.stdout)
  /** Notices of the library go to the same output. */
  const lineThat = (matches: (line: string) => boolean) =>
    new Promise<string>((done) => {
      const read = (line: string) => {
        if (!matches(line)) return
        lines.off('line', read)
        done(line)
      }
      lines.on('line', read)
    })
  const issuer = await lineThat((line) => line.startsWith('http://'))
  return {
    issuer,
    async setPerson(login, person) {
      const added = lineThat((line) => line === login)
      child.stdin.write(`${JSON.stringify([login, person])}\n`)
      await added
    },
    async stop() {
      const exited = once(child, 'exit')
      child.kill('SIGTERM')
      await exited
    },
  }
}
