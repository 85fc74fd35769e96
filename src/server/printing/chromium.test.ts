import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { makeTestFolder } from '#testing/test-folder.ts'
import { chromiumOf, printFile } from './chromium.ts'

/** A program in the place of Chromium, which says its own number and that of its child first. */
function aProgram(folder: string, ending: string): string {
  const path = join(folder, 'program')
  writeFileSync(path, `#!/bin/sh\nsleep 600 &\necho $$ $! > ${folder}/pids\n${ending}\n`)
  chmodSync(path, 0o755)
  return path
}

const isAlive = (pid: number): boolean => {
  try {
    // A process that has ended and is not yet waited for by the system is no longer alive either.
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'))
  } catch {
    // There is no such process.
    return false
  }
}

const printing = (folder: string, ending: string, within: number) => {
  const work = join(folder, 'work')
  mkdirSync(work)
  return printFile({
    chromium: aProgram(folder, ending),
    folder: work,
    from: join(work, 'paper.html'),
    to: join(work, 'paper.pdf'),
    timeoutMs: within,
  })
}

test.each([
  ['that hangs is ended after the timeout', 'wait', 1_500],
  ['that fails is reported with its output', 'echo no paper >&2; exit 3', 30_000],
])('a Chromium %s, with all child processes', async (_, ending, within) => {
  const folder = makeTestFolder()
  await expect(printing(folder, ending, within)).rejects.toThrow(
    ending === 'wait' ? 'ended with a signal' : 'ended with 3: no paper',
  )
  const pids = readFileSync(join(folder, 'pids'), 'utf8').trim().split(' ').map(Number)
  expect(pids).toHaveLength(2)
  await expect.poll(() => pids.filter(isAlive), { timeout: 30_000 }).toEqual([])
})

test('a successful run has printed, and its child processes are ended', async () => {
  const folder = makeTestFolder()
  await printing(folder, `echo paper > ${folder}/work/paper.pdf`, 30_000)
  expect(existsSync(join(folder, 'work/paper.pdf'))).toBe(true)
  const [, child = 0] = readFileSync(join(folder, 'pids'), 'utf8').trim().split(' ').map(Number)
  await expect.poll(() => isAlive(child), { timeout: 30_000 }).toBe(false)
})

test('a configured program is used, and refused if it cannot be started', () => {
  expect(chromiumOf({ chromium: process.execPath })).toBe(process.execPath)
  expect(() => chromiumOf({ chromium: join(makeTestFolder(), 'nothing') })).toThrow('LECTERN_CHROMIUM names')
})
