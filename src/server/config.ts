import { Resolver } from 'node:dns'
import { isIPv6 } from 'node:net'
import { resolve } from 'node:path'
import ipaddr from 'ipaddr.js'
import { z } from 'zod'
import { type AskSettings, askFaults, askSettings, askVariables } from './asking/ask-settings.ts'
import { type BackupSettings, backupFaults, backupSettings, backupVariables } from './backups/settings.ts'
import {
  type MetricsSettings,
  metricsSettings,
  monitoringFaults,
  monitoringVariables,
  type TracingSettings,
  tracingSettings,
} from './monitoring-settings.ts'
import { withSettingsFiles } from './settings-files.ts'
import {
  type StorageSettings,
  storageFaults,
  storageSettings,
  storageVariables,
} from './storage/storage-settings.ts'
import {
  type TranslationSettings,
  translationFaults,
  translationSettings,
  translationVariables,
} from './translating/translation-settings.ts'

export type Config = {
  readonly port: number
  readonly host: string
  /** Absolute path. */
  readonly dataDir: string
  /** Undefined for the embedded PostgreSQL. */
  readonly databaseUrl: string | undefined
  /** Where files are stored; undefined for the data folder. */
  readonly storage: StorageSettings | undefined
  readonly backup: BackupSettings
  /** 32 bytes that encrypt secrets in the database; undefined for the key file of the data folder. */
  readonly sealingKey: Buffer | undefined
  /** Without a final slash. */
  readonly baseUrl: string
  readonly logLevel: string
  readonly allowPrivateNetwork: boolean
  /** Networks whose `X-Forwarded-*` headers are trusted; none by default. */
  readonly trustProxy: readonly string[]
  /** Path of the Chromium that prints PDFs; searched on this machine if undefined. */
  readonly chromium: string | undefined
  /** DNS servers for checks of domains, as `address` or `address:port`; those of the system if empty. */
  readonly dnsServers: readonly string[]
  /** The most bytes of one import, unpacked. */
  readonly importBytes: number
  /** Requests per minute and credential; 0 for no limit. */
  readonly rateLimit: number
  /** Without `smtpUrl` emails are written to the outbox, a folder in `dataDir`. */
  readonly mail: { readonly smtpUrl: string | undefined; readonly from: string }
  readonly metrics: MetricsSettings
  /** Undefined if no traces are sent. */
  readonly tracing: TracingSettings | undefined
  /** The machine translation provider; undefined for none. */
  readonly translation: TranslationSettings | undefined
  /** The endpoint that answers questions of readers; undefined for none. */
  readonly ask: AskSettings | undefined
  /** Addresses in lower case of the people who may operate the service; see `isOperator`. */
  readonly operators: readonly string[]
  /** The first admin of an unattended setup. */
  readonly admin:
    | { readonly email: string; readonly password: string; readonly token: string | undefined }
    | undefined
}

/** The environment is invalid; `message` has one sentence per line and problem. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError'
  readonly faults: readonly string[]
  constructor(faults: readonly string[]) {
    super(faults.join('\n'))
    this.faults = faults
  }
}

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const
const BOOLEAN_WORDS: Readonly<Record<string, boolean>> = {
  1: true,
  true: true,
  yes: true,
  0: false,
  false: false,
  no: false,
}

const mailServer = z.string().refine(
  (text) => {
    const url = URL.parse(text)
    return url !== null && ['smtp:', 'smtps:'].includes(url.protocol) && url.hostname !== ''
  },
  { error: 'LECTERN_SMTP_URL must look like smtps://user:password@host:465.' },
)

/** Well-known names of networks, in addition to addresses and ranges. */
const NAMED_NETWORKS = ['loopback', 'linklocal', 'uniquelocal']

const networkList = z
  .string()
  .transform((text) => text.split(',').map((part) => part.trim()))
  .refine(
    (parts) =>
      parts.every(
        (part) => NAMED_NETWORKS.includes(part) || ipaddr.isValid(part) || ipaddr.isValidCIDR(part),
      ),
    {
      error:
        'LECTERN_TRUST_PROXY must be addresses or ranges, such as 10.0.0.0/8 or loopback, separated by commas.',
    },
  )

const serverList = z
  .string()
  .transform((text) => text.split(',').map((part) => part.trim()))
  .refine(areDnsServers, {
    error: 'LECTERN_DNS_SERVERS must be addresses, such as 10.0.0.53 or 10.0.0.53:5353, separated by commas.',
  })

const addressList = z
  .string()
  .transform((text) => text.split(',').map((part) => part.trim().toLowerCase()))
  .refine((parts) => parts.every((part) => z.email().safeParse(part).success), {
    error: 'LECTERN_OPERATORS must be email addresses, separated by commas.',
  })

const environment = z.object({
  PORT: wholeNumber(1, 65_535, 'PORT').default(4400),
  HOST: z.string().default('127.0.0.1'),
  DATA_DIR: z.string().default('./data'),
  DATABASE_URL: address(
    ['postgres:', 'postgresql:'],
    'DATABASE_URL must look like postgresql://user@host/database.',
  ).optional(),
  ...storageVariables,
  ...backupVariables,
  LECTERN_SEALING_KEY: z
    .string()
    .regex(/^([0-9a-fA-F]{64}|[A-Za-z0-9+/]{43}=?)$/, {
      error: 'LECTERN_SEALING_KEY must be 32 bytes as 64 hexadecimal digits or as Base64.',
    })
    .transform((text) => Buffer.from(text, text.length === 64 ? 'hex' : 'base64'))
    .optional(),
  BASE_URL: address(
    ['http:', 'https:'],
    'BASE_URL must be an address that begins with http:// or https://.',
  ).optional(),
  LOG_LEVEL: z
    .enum(LOG_LEVELS, { error: `LOG_LEVEL must be one of ${LOG_LEVELS.join(', ')}.` })
    .default('info'),
  LECTERN_ALLOW_PRIVATE_NETWORK: booleanFlag('LECTERN_ALLOW_PRIVATE_NETWORK').default(false),
  LECTERN_TRUST_PROXY: networkList.default([]),
  LECTERN_CHROMIUM: z.string().optional(),
  LECTERN_DNS_SERVERS: serverList.default([]),
  LECTERN_IMPORT_MAX_MB: wholeNumber(1, 100_000_000, 'LECTERN_IMPORT_MAX_MB').default(10_240),
  LECTERN_RATE_LIMIT: wholeNumber(0, 1_000_000_000, 'LECTERN_RATE_LIMIT').default(1000),
  LECTERN_SMTP_URL: mailServer.optional(),
  LECTERN_MAIL_FROM: z
    .string()
    .regex(/^([^<>@\p{Cc}]*<[^<>@\s]+@[^<>@\s]+>|[^<>@\s]+@[^<>@\s]+)$/u, {
      error: 'LECTERN_MAIL_FROM must look like Lectern <lectern@example.com>.',
    })
    .optional(),
  ...monitoringVariables,
  ...translationVariables,
  ...askVariables,
  LECTERN_OPERATORS: addressList.default([]),
  LECTERN_ADMIN_EMAIL: z.email({ error: 'LECTERN_ADMIN_EMAIL must be an email address.' }).optional(),
  LECTERN_ADMIN_PASSWORD: minLength(12, 'LECTERN_ADMIN_PASSWORD').optional(),
  LECTERN_ADMIN_TOKEN: minLength(32, 'LECTERN_ADMIN_TOKEN')
    .regex(/^[\x21-\x7e]+$/, {
      error: 'LECTERN_ADMIN_TOKEN must be of letters, digits and signs without blanks.',
    })
    .optional(),
})

/**
 * Reads the environment with all defaults. An empty variable counts as not set, and the value of `<NAME>_FILE` is the
 * path of a file with the value. Throws ConfigError with all problems.
 */
export function readConfig(env: Readonly<Record<string, string | undefined>>): Config {
  const plain = Object.fromEntries(Object.entries(env).filter(([, value]) => value?.trim()))
  const { variables, files, faults: unreadable } = withSettingsFiles(plain, Object.keys(environment.shape))
  const read = environment.safeParse(variables)
  const faults = [
    ...unreadable,
    ...(read.error?.issues.map(({ message, path }) => message + originOf(files.get(String(path[0])))) ?? []),
    ...storageFaults(variables),
    ...backupFaults(variables),
    ...monitoringFaults(variables),
    ...translationFaults(variables),
    ...askFaults(variables),
    ...mailFaults(variables),
    ...adminFaults(variables),
  ]
  if (!read.success || faults.length > 0) throw new ConfigError(faults)
  const { data } = read
  const baseUrl = (data.BASE_URL ?? `http://${hostInUrl(data.HOST)}:${data.PORT}`).replace(/\/+$/, '')
  return {
    port: data.PORT,
    host: data.HOST,
    dataDir: resolve(data.DATA_DIR),
    databaseUrl: data.DATABASE_URL,
    storage: storageSettings(data),
    backup: backupSettings(data),
    sealingKey: data.LECTERN_SEALING_KEY,
    baseUrl,
    logLevel: data.LOG_LEVEL,
    allowPrivateNetwork: data.LECTERN_ALLOW_PRIVATE_NETWORK,
    trustProxy: data.LECTERN_TRUST_PROXY,
    chromium: data.LECTERN_CHROMIUM,
    dnsServers: data.LECTERN_DNS_SERVERS,
    importBytes: data.LECTERN_IMPORT_MAX_MB * 1_048_576,
    rateLimit: data.LECTERN_RATE_LIMIT,
    mail: {
      smtpUrl: data.LECTERN_SMTP_URL,
      from: data.LECTERN_MAIL_FROM ?? `Lectern <lectern@${new URL(baseUrl).hostname}>`,
    },
    metrics: metricsSettings(data),
    tracing: tracingSettings(data),
    translation: translationSettings(data),
    ask: askSettings(data),
    operators: data.LECTERN_OPERATORS,
    admin: adminOf(data),
  }
}

const originOf = (file: string | undefined): string => (file === undefined ? '' : ` It is set in ${file}.`)

/** Mail servers reject emails from unknown senders. */
const mailFaults = (variables: Readonly<Record<string, unknown>>): string[] =>
  'LECTERN_SMTP_URL' in variables && !('LECTERN_MAIL_FROM' in variables)
    ? ['LECTERN_SMTP_URL also needs LECTERN_MAIL_FROM.']
    : []

function adminOf(data: z.infer<typeof environment>): Config['admin'] {
  const { LECTERN_ADMIN_EMAIL: email, LECTERN_ADMIN_PASSWORD: password, LECTERN_ADMIN_TOKEN: token } = data
  return email === undefined || password === undefined ? undefined : { email, password, token }
}

function adminFaults(variables: Readonly<Record<string, unknown>>): string[] {
  const hasEmail = 'LECTERN_ADMIN_EMAIL' in variables
  const hasPassword = 'LECTERN_ADMIN_PASSWORD' in variables
  if (hasEmail && !hasPassword) return ['LECTERN_ADMIN_EMAIL also needs LECTERN_ADMIN_PASSWORD.']
  if (hasPassword && !hasEmail) return ['LECTERN_ADMIN_PASSWORD also needs LECTERN_ADMIN_EMAIL.']
  if (hasEmail || !('LECTERN_ADMIN_TOKEN' in variables)) return []
  return ['LECTERN_ADMIN_TOKEN also needs LECTERN_ADMIN_EMAIL and LECTERN_ADMIN_PASSWORD.']
}

/** A service that listens on all addresses is reachable as `localhost` on its own machine. */
function hostInUrl(host: string): string {
  if (host === '0.0.0.0' || host === '::') return 'localhost'
  return isIPv6(host) ? `[${host}]` : host
}

function wholeNumber(min: number, max: number, name: string) {
  const error = `${name} must be a whole number from ${min} to ${max}.`
  return z
    .string()
    .regex(/^\d{1,10}$/, { error, abort: true })
    .transform(Number)
    .pipe(z.number().min(min, { error }).max(max, { error }))
}

function areDnsServers(servers: readonly string[]): boolean {
  try {
    new Resolver().setServers(servers)
    return true
  } catch {
    // It throws for anything that is not an address with an optional port.
    return false
  }
}

function booleanFlag(name: string) {
  return z
    .string()
    .toLowerCase()
    .refine((text) => text in BOOLEAN_WORDS, { error: `${name} must be 1 or 0.` })
    .transform((text) => BOOLEAN_WORDS[text] === true)
}

function minLength(length: number, name: string) {
  return z.string().min(length, { error: `${name} must have at least ${length} characters.` })
}

function address(protocols: readonly string[], error: string) {
  return z
    .string()
    .refine((text) => URL.canParse(text) && protocols.includes(new URL(text).protocol), { error })
}
