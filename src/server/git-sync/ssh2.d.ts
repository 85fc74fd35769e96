/** The parts of the SSH library that git sync and its tests use. */
declare module 'ssh2' {
  import type { Duplex, EventEmitter } from 'node:stream'

  export type Channel = Duplex & {
    readonly stderr: Duplex
    exit(code: number): void
    close(): void
  }

  export type ConnectConfig = {
    readonly sock: Duplex
    readonly username: string
    readonly privateKey: string
    readonly readyTimeout: number
    readonly hostVerifier: (key: Buffer) => boolean
  }

  export class Client extends EventEmitter {
    connect(config: ConnectConfig): this
    exec(command: string, done: (error: Error | undefined, channel: Channel) => void): boolean
    end(): this
    destroy(): this
  }

  export type AuthContext = {
    readonly method: string
    readonly key?: { readonly algo: string; readonly data: Buffer }
    readonly blob?: Buffer
    readonly hashAlgo?: string
    readonly signature?: Buffer
    accept(): void
    reject(methods?: readonly string[]): void
  }

  export class Connection extends EventEmitter {
    on(event: 'authentication', listener: (auth: AuthContext) => void): this
    on(event: 'session', listener: (accept: () => EventEmitter) => void): this
    on(event: string, listener: (...values: never[]) => void): this
    end(): void
  }

  export class Server extends EventEmitter {
    constructor(options: { readonly hostKeys: readonly string[] }, onClient: (client: Connection) => void)
    listen(port: number, host: string, done: () => void): this
    address(): { readonly port: number }
    close(): this
  }

  type ParsedKey = {
    getPublicSSH(): Buffer
    isPrivateKey(): boolean
    verify(data: Buffer, signature: Buffer, algorithm?: string): boolean | Error
    readonly type: string
  }

  export const utils: {
    generateKeyPairSync(
      type: 'ed25519',
      options?: { readonly comment?: string },
    ): { readonly private: string; readonly public: string }
    parseKey(key: string): ParsedKey | Error
  }
}
