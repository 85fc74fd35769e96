import { expect, test } from 'vitest'
import { DatabaseUnavailableError, databaseFault } from './database-error.ts'

const withCode = (code: string) => Object.assign(new Error('failed'), { code })

test('errors say whether the database is away, full, or gave up on a write', () => {
  for (const code of ['57P01', '57P03', '53300', '08006', '25006', 'ECONNRESET', 'EMFILE'])
    expect(databaseFault(withCode(code)), code).toBe('unavailable')
  for (const code of ['53100', 'ENOSPC']) expect(databaseFault(withCode(code)), code).toBe('full')
  for (const code of ['40P01', '40001']) expect(databaseFault(withCode(code)), code).toBe('contended')
  expect(databaseFault(new Error('Connection terminated unexpectedly'))).toBe('unavailable')
  expect(databaseFault(new DatabaseUnavailableError(withCode('ECONNREFUSED')))).toBe('unavailable')
  expect(databaseFault(new Error('cannot write', { cause: withCode('ENOSPC') }))).toBe('full')
})

test('other errors say nothing about the database', () => {
  for (const error of [withCode('23505'), withCode('22P02'), withCode('ECONNREFUSED'), new Error('no'), null])
    expect(databaseFault(error)).toBeNull()
})
