import { resolve } from 'node:path'
import { parseCronItems } from 'graphile-worker'
import { z } from 'zod'
import type { S3Settings } from '../storage/s3-storage.ts'
import { type StorageSettings, storageSettings, type storageVariables } from '../storage/storage-settings.ts'

type S3Connection = Omit<S3Settings, 'bucket' | 'prefix'>

export type BackupSettings = {
  /** Undefined if no backups are configured. */
  readonly to: StorageSettings | undefined
  /** For people: the folder, or the bucket with its endpoint; empty if no backups are configured. */
  readonly target: string
  /** How object stores are reached that commands name. */
  readonly s3: S3Connection
  /** A cron pattern in UTC. */
  readonly schedule: string
  /** Backups that stay. */
  readonly keep: number
  /** Days for which all backups stay; 0 for none. */
  readonly keepDays: number
  readonly passphrase: string | undefined
  readonly beforeUpgrade: boolean
  /** Who gets an email when a backup fails; operators if undefined. */
  readonly email: string | undefined
}

const flag = (name: string) =>
  z
    .enum(['0', '1', 'false', 'true'], { error: `${name} must be 1 or 0.` })
    .transform((text) => /1|t/.test(text))

const number = (name: string, min: number, max: number) =>
  z
    .string()
    .refine((text) => /^\d{1,5}$/.test(text) && Number(text) >= min && Number(text) <= max, {
      error: `${name} must be a whole number from ${min} to ${max}.`,
    })
    .transform(Number)

const s3Address = /^s3:\/\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])(?:\/([A-Za-z0-9._/-]*))?$/

/** The variables of the environment for backups. */
export const backupVariables = {
  LECTERN_BACKUP_TO: z
    .string()
    .refine((text) => !text.includes('://') || s3Address.test(text), {
      error: 'LECTERN_BACKUP_TO must be a folder, or look like s3://bucket or s3://bucket/prefix.',
    })
    .optional(),
  LECTERN_BACKUP_SCHEDULE: z
    .string()
    .refine(isCron, {
      error: 'LECTERN_BACKUP_SCHEDULE must be a cron pattern with five fields, such as 0 3 * * *.',
    })
    .default('0 3 * * *'),
  LECTERN_BACKUP_KEEP: number('LECTERN_BACKUP_KEEP', 1, 10_000).default(14),
  LECTERN_BACKUP_KEEP_DAYS: number('LECTERN_BACKUP_KEEP_DAYS', 0, 10_000).default(0),
  LECTERN_BACKUP_PASSPHRASE: z
    .string()
    .min(12, { error: 'LECTERN_BACKUP_PASSPHRASE must have at least 12 characters.' })
    .optional(),
  LECTERN_BACKUP_BEFORE_UPGRADE: flag('LECTERN_BACKUP_BEFORE_UPGRADE').optional(),
  LECTERN_BACKUP_EMAIL: z.email({ error: 'LECTERN_BACKUP_EMAIL must be an email address.' }).optional(),
  LECTERN_BACKUP_S3_ENDPOINT: z
    .string()
    .refine((text) => /^https?:$/.test(URL.parse(text)?.protocol ?? ''), {
      error: 'LECTERN_BACKUP_S3_ENDPOINT must be an address that begins with http:// or https://.',
    })
    .optional(),
  LECTERN_BACKUP_S3_REGION: z.string().optional(),
  LECTERN_BACKUP_S3_ACCESS_KEY_ID: z.string().optional(),
  LECTERN_BACKUP_S3_SECRET_ACCESS_KEY: z.string().optional(),
}

type Variables = z.infer<z.ZodObject<typeof backupVariables & typeof storageVariables>> & {
  readonly DATABASE_URL?: string | undefined
}

export function backupSettings(variables: Variables): BackupSettings {
  const s3 = connectionSettings(variables)
  const to = variables.LECTERN_BACKUP_TO
  return {
    to: to === undefined ? undefined : targetSettings(s3, to),
    target: to === undefined ? '' : to.includes('://') ? to : resolve(to),
    s3,
    schedule: variables.LECTERN_BACKUP_SCHEDULE,
    keep: variables.LECTERN_BACKUP_KEEP,
    keepDays: variables.LECTERN_BACKUP_KEEP_DAYS,
    passphrase: variables.LECTERN_BACKUP_PASSPHRASE,
    beforeUpgrade: variables.LECTERN_BACKUP_BEFORE_UPGRADE ?? variables.DATABASE_URL === undefined,
    email: variables.LECTERN_BACKUP_EMAIL,
  }
}

/** Those of the file storage, unless backups have their own. */
function connectionSettings(variables: Variables): S3Connection {
  const keyId = variables.LECTERN_BACKUP_S3_ACCESS_KEY_ID
  const settings = storageSettings({
    ...variables,
    LECTERN_STORAGE: 's3://bucket',
    LECTERN_S3_ENDPOINT: variables.LECTERN_BACKUP_S3_ENDPOINT ?? variables.LECTERN_S3_ENDPOINT,
    LECTERN_S3_REGION: variables.LECTERN_BACKUP_S3_REGION ?? variables.LECTERN_S3_REGION,
    ...(keyId !== undefined && {
      LECTERN_S3_ACCESS_KEY_ID: keyId,
      LECTERN_S3_SECRET_ACCESS_KEY: variables.LECTERN_BACKUP_S3_SECRET_ACCESS_KEY,
    }),
  })
  if (settings === undefined || !('bucket' in settings))
    throw new Error('The address of a bucket isn’t a folder')
  const { endpoint, region, credentials, pathStyle } = settings
  return { endpoint, region, credentials, pathStyle }
}

/** The settings of a folder or an address such as `s3://bucket/prefix`. */
export function targetSettings(s3: S3Connection, target: string): StorageSettings {
  const [, bucket, path = ''] = s3Address.exec(target) ?? []
  if (bucket === undefined) return { folder: resolve(target) }
  return { ...s3, bucket, prefix: path.replace(/^\/+|\/+$/g, '').replace(/.$/, '$&/') }
}

function isCron(text: string): boolean {
  try {
    parseCronItems([{ task: 'back-up', match: text }])
    return true
  } catch {
    // It throws for anything that is not five fields of numbers, ranges and steps.
    return false
  }
}

/** Sentences about variables that contradict each other. */
export function backupFaults(variables: Readonly<Record<string, unknown>>): string[] {
  const faults: string[] = []
  if ('LECTERN_BACKUP_S3_ACCESS_KEY_ID' in variables !== 'LECTERN_BACKUP_S3_SECRET_ACCESS_KEY' in variables)
    faults.push('Set LECTERN_BACKUP_S3_ACCESS_KEY_ID and LECTERN_BACKUP_S3_SECRET_ACCESS_KEY together.')
  if ('LECTERN_BACKUP_SCHEDULE' in variables && !('LECTERN_BACKUP_TO' in variables))
    faults.push('LECTERN_BACKUP_SCHEDULE also needs LECTERN_BACKUP_TO.')
  return faults
}
