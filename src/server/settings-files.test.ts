import { chmodSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { makeTestFolder } from '#testing/test-folder.ts'
import { ConfigError, readConfig } from './config.ts'

function aFile(content: string): string {
  const path = join(makeTestFolder(), 'secret')
  writeFileSync(path, content)
  return path
}

function faultsOf(env: Record<string, string>): readonly string[] {
  try {
    readConfig(env)
    return []
  } catch (error) {
    return error instanceof ConfigError ? error.faults : [String(error)]
  }
}

test('a setting can be in a file, with a line break at the end', () => {
  const url = 'postgresql://me:p%20w@db.example/lectern'
  expect(readConfig({ DATABASE_URL_FILE: aFile(`${url}\n`) }).databaseUrl).toBe(url)
  expect(readConfig({ LECTERN_OPERATORS_FILE: aFile('Ada@example.com\r\n') }).operators).toEqual([
    'ada@example.com',
  ])
})

test('an invalid value names its file', () => {
  const path = aFile('mysql://db.example')
  expect(faultsOf({ DATABASE_URL_FILE: path })).toEqual([
    `DATABASE_URL must look like postgresql://user@host/database. It is set in ${path}.`,
  ])
})

test('a file that cannot be read is named with the reason', () => {
  const folder = makeTestFolder()
  const [missing, empty, large] = [join(folder, 'missing'), aFile('\n'), aFile('x'.repeat(70_000))]
  expect(faultsOf({ DATABASE_URL_FILE: missing })).toEqual([
    `DATABASE_URL_FILE: can't read ${missing}: the file doesn’t exist.`,
  ])
  expect(faultsOf({ DATABASE_URL_FILE: folder })).toEqual([
    `DATABASE_URL_FILE: can't read ${folder}: it is a folder.`,
  ])
  expect(faultsOf({ LECTERN_SMTP_URL_FILE: empty })).toContain(
    `LECTERN_SMTP_URL_FILE: can't read ${empty}: it is empty.`,
  )
  expect(faultsOf({ DATABASE_URL_FILE: large })).toEqual([
    `DATABASE_URL_FILE: can't read ${large}: it has more than 65536 bytes.`,
  ])
  if (process.getuid?.() === 0) return
  chmodSync(empty, 0)
  expect(faultsOf({ DATABASE_URL_FILE: empty })).toEqual([
    `DATABASE_URL_FILE: can't read ${empty}: the service may not read it.`,
  ])
})

test('a setting is either in the environment or in a file', () => {
  expect(faultsOf({ PORT: '80', PORT_FILE: aFile('81') })).toEqual([
    'Set either PORT or PORT_FILE, not both.',
  ])
  expect(readConfig({ PORT: '80', PORT_FILE: ' ' }).port).toBe(80)
})

test('settings that belong together can be in files', () => {
  const { admin, metrics } = readConfig({
    LECTERN_ADMIN_EMAIL: 'ada@example.com',
    LECTERN_ADMIN_PASSWORD_FILE: aFile('long enough to keep'),
    METRICS_TOKEN_FILE: aFile('t'.repeat(32)),
  })
  expect([admin?.password, metrics.token]).toEqual(['long enough to keep', 't'.repeat(32)])
})
