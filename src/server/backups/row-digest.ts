import { hash } from 'node:crypto'

const NEWLINE = 10
const MASK = (1n << 128n) - 1n

/**
 * Counts rows in the text format of COPY and adds up their hashes (the first 128 bits of the SHA-256 of each row,
 * modulo 2^128). The sum is the same in any order of the rows, so that it can be compared with a restored table on a
 * server that sorts differently.
 */
export class RowDigest {
  rows = 0
  #sum = 0n
  #rest: Buffer[] = []

  add(chunk: Buffer): void {
    let start = 0
    for (let end = chunk.indexOf(NEWLINE); end !== -1; end = chunk.indexOf(NEWLINE, start)) {
      this.#addRow(chunk.subarray(start, end))
      start = end + 1
    }
    // Copied, because the chunk may be reused.
    if (start < chunk.length) this.#rest.push(Buffer.from(chunk.subarray(start)))
  }

  /** 32 hexadecimal digits. */
  get digest(): string {
    return this.#sum.toString(16).padStart(32, '0')
  }

  #addRow(end: Buffer): void {
    const row = this.#rest.length === 0 ? end : Buffer.concat([...this.#rest, end])
    this.#rest = []
    this.rows += 1
    this.#sum = (this.#sum + BigInt(`0x${hash('sha256', row, 'hex').slice(0, 32)}`)) & MASK
  }
}
