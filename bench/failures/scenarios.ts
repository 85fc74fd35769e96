import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pino from 'pino'
import { startPostgres } from '#server/db/embedded.ts'
import { startDatabaseProxy } from '#testing/database-proxy.ts'
import { disturbed } from './disturb.ts'
import { startInstance } from './instance.ts'
import type { Report } from './report.ts'

const DAY_MS = 86_400_000
const PHASE_MS = 4_000

const folderFor = (name: string): string => mkdtempSync(join(tmpdir(), `lectern-${name}-`))

/** The data folder is on a small file system that fills up. Needs root to mount it. */
export async function diskFull(): Promise<Report> {
  const folder = folderFor('disk')
  execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=400m,mode=0755', 'tmpfs', folder])
  try {
    const instance = await startInstance({}, folder)
    return await disturbed(instance, async () => {
      instance.disturb()
      const filler = join(folder, 'filler')
      for (let phase = 0; phase < 2; phase++) {
        const { bavail, bsize } = statfsSync(folder)
        execFileSync('sh', ['-c', `head -c ${bavail * bsize} /dev/zero > ${filler} || true`], {
          stdio: 'ignore',
        })
        await pause(PHASE_MS)
        rmSync(filler)
        await pause(PHASE_MS)
        instance.disturb()
      }
      return 'full twice for 4 s'
    })
  } finally {
    execFileSync('umount', ['-l', folder])
  }
}

/** An external database whose connections break, and which refuses new ones for a while. */
export async function databaseCut(): Promise<Report> {
  const dataDir = folderFor('database')
  const server = await startPostgres({ dataDir, log: pino({ level: 'silent' }) })
  const proxy = await startDatabaseProxy(server.connectionString, folderFor('proxy'))
  try {
    const instance = await startInstance({ DATABASE_URL: proxy.connectionString })
    return await disturbed({ ...instance, connectionString: () => server.connectionString }, async () => {
      for (let phase = 0; phase < 3; phase++) {
        instance.disturb()
        await proxy.cut()
        await pause(PHASE_MS)
        await proxy.restore()
        await instance.ready()
        await pause(PHASE_MS / 2)
      }
      return 'cut 3 times for 4 s'
    })
  } finally {
    await proxy.close()
    await server.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

/** The clock of the service jumps; that of the database does not. */
export async function clockJumps(): Promise<Report> {
  const file = join(folderFor('clock'), 'offset')
  writeFileSync(file, '0')
  const preload = join(import.meta.dirname, 'shifted-clock.ts')
  const instance = await startInstance({ BENCH_CLOCK_FILE: file, NODE_OPTIONS: `--import ${preload}` })
  return disturbed(instance, async () => {
    for (const offset of [DAY_MS, -DAY_MS, 3_600_000, -3_600_000, 0]) {
      writeFileSync(file, String(offset))
      await pause(PHASE_MS / 2)
    }
    return 'jumps of a day and an hour in both directions'
  })
}

/** The service has no file handles left. */
export async function noFileHandles(): Promise<Report> {
  const instance = await startInstance()
  return disturbed(instance, async () => {
    const pid = String(await instance.pid())
    const limit = (count: number) => execFileSync('prlimit', ['--pid', pid, `--nofile=${count}:`])
    const former = Number(
      execFileSync('prlimit', ['--pid', pid, '--nofile', '--noheadings', '-o', 'SOFT'], { encoding: 'utf8' }),
    )
    for (let phase = 0; phase < 2; phase++) {
      instance.disturb(true)
      limit(readdirSync(`/proc/${pid}/fd`).length)
      await pause(PHASE_MS)
      limit(former)
      await instance.ready()
      await pause(PHASE_MS / 2)
      instance.disturb()
    }
    return 'no file handles twice for 4 s'
  })
}
