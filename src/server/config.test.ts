import { resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import { ConfigError, readConfig } from './config.ts'

test('an empty environment gives the defaults', () => {
  expect(readConfig({})).toEqual({
    port: 4400,
    host: '127.0.0.1',
    dataDir: resolve('data'),
    databaseUrl: undefined,
    baseUrl: 'http://127.0.0.1:4400',
    logLevel: 'info',
    allowPrivateNetwork: false,
    rateLimit: 1000,
    admin: undefined,
  })
})

test('a variable set to nothing counts as not set', () => {
  expect(readConfig({ PORT: '', DATABASE_URL: ' ', LECTERN_ADMIN_TOKEN: '' })).toEqual(readConfig({}))
})

test('what is set is taken', () => {
  const config = readConfig({
    PORT: '80',
    HOST: '::1',
    DATABASE_URL: 'postgresql://me@db.example/lectern',
    LOG_LEVEL: 'debug',
    LECTERN_ALLOW_PRIVATE_NETWORK: '1',
    LECTERN_RATE_LIMIT: '0',
    LECTERN_ADMIN_EMAIL: 'ada@example.com',
    LECTERN_ADMIN_PASSWORD: 'long enough to keep',
    LECTERN_ADMIN_TOKEN: 't'.repeat(32),
  })
  expect(config).toMatchObject({
    port: 80,
    databaseUrl: 'postgresql://me@db.example/lectern',
    baseUrl: 'http://[::1]:80',
    logLevel: 'debug',
    allowPrivateNetwork: true,
    rateLimit: 0,
    admin: { email: 'ada@example.com', password: 'long enough to keep', token: 't'.repeat(32) },
  })
})

test('the base address loses its last slash, and listening everywhere is reached as localhost', () => {
  expect(readConfig({ BASE_URL: 'https://docs.example.com/' }).baseUrl).toBe('https://docs.example.com')
  expect(readConfig({ HOST: '0.0.0.0', PORT: '5000' }).baseUrl).toBe('http://localhost:5000')
})

test('every fault is told at once, a sentence each', () => {
  const faults = faultsOf({
    PORT: '70000',
    DATABASE_URL: 'mysql://x/y',
    BASE_URL: 'docs.example.com',
    LOG_LEVEL: 'loud',
    LECTERN_ALLOW_PRIVATE_NETWORK: 'maybe',
    LECTERN_RATE_LIMIT: '-1',
    LECTERN_ADMIN_EMAIL: 'ada',
    LECTERN_ADMIN_PASSWORD: 'short',
    LECTERN_ADMIN_TOKEN: 'short',
  })
  expect(faults).toEqual([
    'PORT must be a whole number from 1 to 65535.',
    'DATABASE_URL must look like postgresql://user@host/database.',
    'BASE_URL must be an address that begins with http:// or https://.',
    'LOG_LEVEL must be one of fatal, error, warn, info, debug, trace, silent.',
    'LECTERN_ALLOW_PRIVATE_NETWORK must be 1 or 0.',
    'LECTERN_RATE_LIMIT must be a whole number from 0 to 1000000000.',
    'LECTERN_ADMIN_EMAIL must be an e-mail address.',
    'LECTERN_ADMIN_PASSWORD must have at least 12 characters.',
    'LECTERN_ADMIN_TOKEN must have at least 32 characters.',
  ])
})

describe('the admin of an unattended set-up is refused', () => {
  const email = { LECTERN_ADMIN_EMAIL: 'ada@example.com' }
  const password = { LECTERN_ADMIN_PASSWORD: 'long enough to keep' }
  const token = { LECTERN_ADMIN_TOKEN: 't'.repeat(32) }
  test.each([
    [email, 'LECTERN_ADMIN_EMAIL needs LECTERN_ADMIN_PASSWORD beside it.'],
    [{ ...password, ...token }, 'LECTERN_ADMIN_PASSWORD needs LECTERN_ADMIN_EMAIL beside it.'],
    [token, 'LECTERN_ADMIN_TOKEN needs LECTERN_ADMIN_EMAIL and LECTERN_ADMIN_PASSWORD beside it.'],
  ])('%o', (env, fault) => {
    expect(faultsOf(env)).toEqual([fault])
  })
})

function faultsOf(env: Record<string, string>): readonly string[] {
  try {
    readConfig(env)
  } catch (error) {
    if (error instanceof ConfigError) return error.faults
    throw error
  }
  return []
}
