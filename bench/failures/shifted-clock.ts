// Loaded into the service before everything else: shifts its clock by the milliseconds in a file, which may change.
import { readFileSync } from 'node:fs'

const RealDate = Date
const file = process.env.BENCH_CLOCK_FILE ?? ''
let offset = 0

const read = (): void => {
  offset = Number(readFileSync(file, 'utf8')) || 0
}
read()
setInterval(read, 20).unref()

class ShiftedDate extends RealDate {
  constructor(...parts: readonly unknown[]) {
    if (parts.length === 0) super(RealDate.now() + offset)
    else super(...(parts as [number]))
  }
  static override now(): number {
    return RealDate.now() + offset
  }
}

Object.assign(globalThis, { Date: ShiftedDate })
