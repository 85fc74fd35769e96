/** The parts of the identity provider that tests use. */
declare module 'oidc-provider' {
  import type { IncomingMessage, ServerResponse } from 'node:http'

  type Account = {
    readonly accountId: string
    readonly claims: () => Promise<Readonly<Record<string, unknown>>>
  }

  // biome-ignore lint/style/noDefaultExport: the module has a default export
  export default class Provider {
    constructor(issuer: string, configuration: Readonly<Record<string, unknown>>)
    callback(): (request: IncomingMessage, response: ServerResponse) => void
    on(event: string, listener: (...values: unknown[]) => void): this
  }
}
