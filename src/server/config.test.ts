import { resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import { ConfigError, readConfig } from './config.ts'

test('an empty environment gives the defaults', () => {
  expect(readConfig({})).toEqual({
    port: 4400,
    host: '127.0.0.1',
    dataDir: resolve('data'),
    databaseUrl: undefined,
    storage: undefined,
    sealingKey: undefined,
    baseUrl: 'http://127.0.0.1:4400',
    importBytes: 10_240 * 1_048_576,
    logLevel: 'info',
    allowPrivateNetwork: false,
    trustProxy: [],
    dnsServers: [],
    rateLimit: 1000,
    mail: { smtpUrl: undefined, from: 'Lectern <lectern@127.0.0.1>' },
    operators: [],
    metrics: { port: undefined, host: undefined, token: undefined },
    tracing: undefined,
    translation: undefined,
    backup: {
      target: '',
      s3: { endpoint: undefined, region: 'us-east-1', pathStyle: false, credentials: undefined },
      passphrase: undefined,
      schedule: '0 3 * * *',
      keep: 14,
      keepDays: 0,
      beforeUpgrade: true,
    },
    admin: undefined,
  })
})

test('an empty variable counts as not set', () => {
  expect(readConfig({ PORT: '', DATABASE_URL: ' ', LECTERN_ADMIN_TOKEN: '' })).toEqual(readConfig({}))
})

test('invalid networks are refused', () => {
  expect(() => readConfig({ LECTERN_TRUST_PROXY: 'everybody' })).toThrow('LECTERN_TRUST_PROXY must be')
})

test('DNS servers are addresses with an optional port', () => {
  const dnsServers = ['10.0.0.53', '10.0.1.53:5353', '::1', '[::1]:53']
  expect(readConfig({ LECTERN_DNS_SERVERS: dnsServers.join(', ') }).dnsServers).toEqual(dnsServers)
  for (const text of ['dns.example', '10.0.0.53:99999', '10.0.0.53,'])
    expect(() => readConfig({ LECTERN_DNS_SERVERS: text })).toThrow('LECTERN_DNS_SERVERS must be')
})

test('values in the environment override the defaults', () => {
  const config = readConfig({
    PORT: '80',
    HOST: '::1',
    DATABASE_URL: 'postgresql://me@db.example/lectern',
    LOG_LEVEL: 'debug',
    LECTERN_ALLOW_PRIVATE_NETWORK: '1',
    LECTERN_TRUST_PROXY: '10.0.0.0/8, loopback',
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
    trustProxy: ['10.0.0.0/8', 'loopback'],
    rateLimit: 0,
    admin: { email: 'ada@example.com', password: 'long enough to keep', token: 't'.repeat(32) },
  })
})

test('the base URL has no final slash, and listening on all addresses uses localhost', () => {
  expect(readConfig({ BASE_URL: 'https://docs.example.com/' }).baseUrl).toBe('https://docs.example.com')
  expect(readConfig({ HOST: '0.0.0.0', PORT: '5000' }).baseUrl).toBe('http://localhost:5000')
})

test('all problems are reported together, one sentence each', () => {
  const faults = faultsOf({
    PORT: '70000',
    DATABASE_URL: 'mysql://x/y',
    BASE_URL: 'docs.example.com',
    LOG_LEVEL: 'loud',
    LECTERN_ALLOW_PRIVATE_NETWORK: 'maybe',
    LECTERN_RATE_LIMIT: '-1',
    LECTERN_SMTP_URL: 'smtp://',
    LECTERN_MAIL_FROM: 'Lectern',
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
    'LECTERN_SMTP_URL must look like smtps://user:password@host:465.',
    'LECTERN_MAIL_FROM must look like Lectern <lectern@example.com>.',
    'LECTERN_ADMIN_EMAIL must be an email address.',
    'LECTERN_ADMIN_PASSWORD must have at least 12 characters.',
    'LECTERN_ADMIN_TOKEN must have at least 32 characters.',
  ])
})

describe('mail', () => {
  test('goes to the configured server from the configured sender', () => {
    const server = { LECTERN_SMTP_URL: 'smtps://me:secret@mail.example.com' }
    expect(readConfig({ ...server, LECTERN_MAIL_FROM: 'Docs <docs@example.com>' }).mail).toEqual({
      smtpUrl: 'smtps://me:secret@mail.example.com',
      from: 'Docs <docs@example.com>',
    })
    expect(readConfig({ LECTERN_MAIL_FROM: 'docs@example.com' }).mail.from).toBe('docs@example.com')
    expect(faultsOf(server)).toEqual(['LECTERN_SMTP_URL also needs LECTERN_MAIL_FROM.'])
  })

  test.each(['https://mail.example.com', 'mail.example.com', 'smtp:'])('is not sent to %s', (address) => {
    expect(faultsOf({ LECTERN_SMTP_URL: address, LECTERN_MAIL_FROM: 'a@b' })).toEqual([
      'LECTERN_SMTP_URL must look like smtps://user:password@host:465.',
    ])
  })
})

describe('an incomplete admin of an unattended setup is refused', () => {
  const email = { LECTERN_ADMIN_EMAIL: 'ada@example.com' }
  const password = { LECTERN_ADMIN_PASSWORD: 'long enough to keep' }
  const token = { LECTERN_ADMIN_TOKEN: 't'.repeat(32) }
  test.each([
    [email, 'LECTERN_ADMIN_EMAIL also needs LECTERN_ADMIN_PASSWORD.'],
    [{ ...password, ...token }, 'LECTERN_ADMIN_PASSWORD also needs LECTERN_ADMIN_EMAIL.'],
    [token, 'LECTERN_ADMIN_TOKEN also needs LECTERN_ADMIN_EMAIL and LECTERN_ADMIN_PASSWORD.'],
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
