import { expect, test } from 'vitest'
import { type ConfigError, readConfig } from '../config.ts'
import { splitAddress } from './target.ts'

const faultsOf = (environment: Record<string, string>) => {
  try {
    readConfig(environment)
    return []
  } catch (error) {
    return (error as ConfigError).faults
  }
}

test('settings that cannot be used are named with the reason', () => {
  expect(
    faultsOf({
      LECTERN_BACKUP_TO: 'ftp://backups',
      LECTERN_BACKUP_SCHEDULE: 'every night',
      LECTERN_BACKUP_KEEP: '0',
      LECTERN_BACKUP_PASSPHRASE: 'short',
      LECTERN_BACKUP_S3_ACCESS_KEY_ID: 'id',
    }),
  ).toEqual([
    'LECTERN_BACKUP_TO must be a folder, or look like s3://bucket or s3://bucket/prefix.',
    'LECTERN_BACKUP_SCHEDULE must be a cron pattern with five fields, such as 0 3 * * *.',
    'LECTERN_BACKUP_KEEP must be a whole number from 1 to 10000.',
    'LECTERN_BACKUP_PASSPHRASE must have at least 12 characters.',
    'Set LECTERN_BACKUP_S3_ACCESS_KEY_ID and LECTERN_BACKUP_S3_SECRET_ACCESS_KEY together.',
  ])
})

test('an upgrade backs up the embedded database unless it is turned off, and another one on request', () => {
  const isOn = (environment: Record<string, string>) => readConfig(environment).backup.beforeUpgrade
  const DATABASE_URL = 'postgresql://lectern@localhost/lectern'
  expect(isOn({})).toBe(true)
  expect(isOn({ LECTERN_BACKUP_BEFORE_UPGRADE: '0' })).toBe(false)
  expect(isOn({ DATABASE_URL })).toBe(false)
  expect(isOn({ DATABASE_URL, LECTERN_BACKUP_BEFORE_UPGRADE: '1' })).toBe(true)
})

test('an address is a backup, its manifest, or a target', () => {
  const id = '2026-11-22T030000Z-5f0c1e'
  expect(splitAddress(`/mnt/backups/${id}`)).toEqual({ target: '/mnt', id })
  expect(splitAddress(`data/backups/${id}/manifest.json`)).toEqual({ target: 'data', id })
  expect(splitAddress(`backups/${id}/`)).toEqual({ target: '.', id })
  expect(splitAddress(`s3://bucket/lectern/backups/${id}`)).toEqual({ target: 's3://bucket/lectern', id })
  expect(splitAddress(`/mnt/backups/backups/${id}`)).toEqual({ target: '/mnt/backups', id })
  expect(splitAddress(`/mnt/my-backups/${id}`)).toEqual({ target: `/mnt/my-backups/${id}`, id: undefined })
  expect(splitAddress('/mnt/backups')).toEqual({ target: '/mnt/backups', id: undefined })
})
