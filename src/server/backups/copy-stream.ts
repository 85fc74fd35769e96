import { PassThrough, type Readable } from 'node:stream'
import type pg from 'pg'

const BATCH_BYTES = 65_536

/**
 * What the driver calls on a query object that is not its own. PostgreSQL's protocol for COPY, section 54.2.6 of its
 * manual; the driver itself supports neither direction.
 */
type CopyConnection = pg.Connection & {
  readonly sendCopyFromChunk: (chunk: Buffer) => void
  readonly endCopyFrom: () => void
  readonly sendCopyFail: (reason: string) => void
}

/** Runs `COPY … TO STDOUT` and returns its output; reading slowly makes the server wait. Fails with the stream. */
export function copyOut(client: pg.ClientBase, statement: string): Readable {
  const output = new PassThrough({ highWaterMark: 4 * BATCH_BYTES })
  client.query(new CopyOut(statement, output))
  return output
}

/** Collects rows into batches: the driver's own buffers are overwritten by the next message. */
class CopyOut implements pg.Submittable {
  readonly #statement: string
  readonly #output: PassThrough
  #batch = Buffer.allocUnsafe(BATCH_BYTES)
  #filled = 0
  #connection: CopyConnection | undefined
  constructor(statement: string, output: PassThrough) {
    this.#statement = statement
    this.#output = output
  }
  submit(connection: pg.Connection): void {
    this.#connection = connection as CopyConnection
    // A reader that gives up must not leave the connection waiting: the rest of the output is discarded.
    this.#output.once('close', () => connection.stream.resume())
    connection.query(this.#statement)
  }
  handleCopyData({ chunk }: { chunk: Buffer }): void {
    if (chunk.length > BATCH_BYTES - this.#filled) this.#flush()
    if (chunk.length > BATCH_BYTES) this.#push(Buffer.from(chunk))
    else this.#filled += chunk.copy(this.#batch, this.#filled)
  }
  #flush(): void {
    if (this.#filled === 0) return
    const full = this.#batch.subarray(0, this.#filled)
    this.#batch = Buffer.allocUnsafe(BATCH_BYTES)
    this.#filled = 0
    this.#push(full)
  }
  #push(bytes: Buffer): void {
    if (this.#output.destroyed || this.#output.write(bytes)) return
    const { stream } = this.#connection as CopyConnection
    stream.pause()
    this.#output.once('drain', () => stream.resume())
  }
  handleCommandComplete(): void {
    this.#flush()
  }
  handleError(error: Error): void {
    this.#output.destroy(error)
  }
  handleReadyForQuery(): void {
    this.#output.end()
  }
  handleRowDescription(): void {}
  handleDataRow(): void {}
}

/**
 * Runs `COPY … FROM STDIN` with the bytes of a stream; resolves to the number of rows. When the stream fails, the copy
 * is canceled and the error is the stream's.
 */
export function copyIn(client: pg.ClientBase, statement: string, rows: Readable): Promise<number> {
  return new Promise((resolve, reject) => {
    client.query(new CopyIn(statement, rows, { resolve, reject }))
  })
}

type Settle = { readonly resolve: (rows: number) => void; readonly reject: (error: Error) => void }

class CopyIn implements pg.Submittable {
  readonly #statement: string
  readonly #rows: Readable
  readonly #settle: Settle
  #count = 0
  #error: Error | undefined
  constructor(statement: string, rows: Readable, settle: Settle) {
    this.#statement = statement
    this.#rows = rows
    this.#settle = settle
  }
  submit(connection: pg.Connection): void {
    connection.query(this.#statement)
  }
  handleCopyInResponse(connection: CopyConnection): void {
    this.#send(connection).then(
      () => connection.endCopyFrom(),
      (error: Error) => {
        this.#error ??= error
        connection.sendCopyFail('the backup cannot be read')
      },
    )
  }
  async #send(connection: CopyConnection): Promise<void> {
    for await (const chunk of this.#rows) {
      if (this.#error !== undefined) throw this.#error
      connection.sendCopyFromChunk(chunk as Buffer)
      if (connection.stream.writableNeedDrain) await drained(connection.stream)
    }
  }
  handleCommandComplete({ text }: { text: string }): void {
    this.#count = Number(/^COPY (\d+)/.exec(text)?.[1] ?? 0)
  }
  handleError(error: Error): void {
    this.#error ??= error
    this.#rows.destroy()
    // The driver reports nothing more about a query that failed.
    this.#settle.reject(this.#error)
  }
  handleReadyForQuery(): void {
    this.#settle.resolve(this.#count)
  }
  handleRowDescription(): void {}
  handleDataRow(): void {}
}

/** Also resolves when the connection ends, which the driver reports as the error of the copy. */
const drained = (stream: pg.Connection['stream']): Promise<void> =>
  new Promise((resolve) => {
    const done = () => {
      stream.off('drain', done).off('close', done)
      resolve()
    }
    stream.on('drain', done).on('close', done)
  })
